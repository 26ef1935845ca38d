#ifndef TANDEM_CGLIB_SHIM_H
#define TANDEM_CGLIB_SHIM_H

#include <glib.h>

/* Another module of this package (CGStreamer) takes in the same headers. Where both are loaded, Swift gives an
 * anonymous enum's constants to one of them alone, and the other's importers do not find them. Constants of our own
 * names are found in either case. */
static const GOptionArg tandem_option_flag = G_OPTION_ARG_NONE;
static const GOptionArg tandem_option_file_names = G_OPTION_ARG_FILENAME_ARRAY;
static const gint tandem_option_hidden = G_OPTION_FLAG_HIDDEN;

#endif
