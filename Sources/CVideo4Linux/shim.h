#ifndef TANDEM_CVIDEO4LINUX_SHIM_H
#define TANDEM_CVIDEO4LINUX_SHIM_H

#include <linux/videodev2.h>
#include <sys/ioctl.h>

// Every function here has the same two reasons: ioctl is variadic, and the VIDIOC_ numbers are macros around sizeof;
// Swift imports neither. Each returns what ioctl returns, and leaves errno as it was set.

static inline int tandem_v4l2_query_capabilities(int descriptor, struct v4l2_capability *capability) {
    return ioctl(descriptor, VIDIOC_QUERYCAP, capability);
}

static inline int tandem_v4l2_enumerate_formats(int descriptor, struct v4l2_fmtdesc *format) {
    return ioctl(descriptor, VIDIOC_ENUM_FMT, format);
}

static inline int tandem_v4l2_enumerate_frame_sizes(int descriptor, struct v4l2_frmsizeenum *size) {
    return ioctl(descriptor, VIDIOC_ENUM_FRAMESIZES, size);
}

static inline int tandem_v4l2_enumerate_frame_intervals(int descriptor, struct v4l2_frmivalenum *interval) {
    return ioctl(descriptor, VIDIOC_ENUM_FRAMEINTERVALS, interval);
}

static inline int tandem_v4l2_request_buffers(int descriptor, struct v4l2_requestbuffers *request) {
    return ioctl(descriptor, VIDIOC_REQBUFS, request);
}

#endif
