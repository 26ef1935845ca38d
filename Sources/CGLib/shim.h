#ifndef TANDEM_CGLIB_SHIM_H
#define TANDEM_CGLIB_SHIM_H

#include <glib.h>

#endif
