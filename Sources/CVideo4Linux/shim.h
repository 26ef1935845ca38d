#ifndef TANDEM_CVIDEO4LINUX_SHIM_H
#define TANDEM_CVIDEO4LINUX_SHIM_H

#include <linux/videodev2.h>
#include <sys/ioctl.h>

#endif
