#ifndef TANDEM_CGSTREAMER_SHIM_H
#define TANDEM_CGSTREAMER_SHIM_H

#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/audio.h>
#include <gst/base/gstaggregator.h>
#include <gst/video/video.h>

#endif
