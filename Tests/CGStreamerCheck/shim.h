#ifndef TANDEM_CGSTREAMERCHECK_SHIM_H
#define TANDEM_CGSTREAMERCHECK_SHIM_H

#include <gst/check/gsttestclock.h>

/* GST_TEST_CLOCK is a cast macro, and GST_CLOCK_TIME_NONE overflows in Swift. */
static inline GstTestClock *tandem_test_clock(gpointer clock) { return GST_TEST_CLOCK(clock); }

#endif
