#ifndef TANDEM_CGSTREAMER_SHIM_H
#define TANDEM_CGSTREAMER_SHIM_H

#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/audio.h>
#include <gst/base/gstaggregator.h>
#include <gst/video/video.h>

/* The fundamental types' numbers are macros over a shift, which Swift does not import. */
static inline GType tandem_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType tandem_type_int(void) { return G_TYPE_INT; }
static inline GType tandem_type_uint(void) { return G_TYPE_UINT; }
static inline GType tandem_type_int64(void) { return G_TYPE_INT64; }
static inline GType tandem_type_uint64(void) { return G_TYPE_UINT64; }
static inline GType tandem_type_long(void) { return G_TYPE_LONG; }
static inline GType tandem_type_ulong(void) { return G_TYPE_ULONG; }
static inline GType tandem_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType tandem_type_string(void) { return G_TYPE_STRING; }

/* G_VALUE_TYPE, G_PARAM_SPEC_VALUE_TYPE and G_OBJECT_GET_CLASS are function-like macros. */
static inline GType tandem_value_type(const GValue *value) { return G_VALUE_TYPE(value); }
static inline GType tandem_param_spec_value_type(const GParamSpec *spec) { return G_PARAM_SPEC_VALUE_TYPE(spec); }
static inline GObjectClass *tandem_object_class(gpointer object) { return G_OBJECT_GET_CLASS(object); }
static inline gboolean tandem_is_a(gpointer object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }
static inline const gchar *tandem_type_name(gpointer object) { return G_OBJECT_TYPE_NAME(object); }

/* The fundamental type of a GType is found by a macro. */
static inline gboolean tandem_is_integer(GType type) {
    GType fundamental = G_TYPE_FUNDAMENTAL(type);
    return fundamental == G_TYPE_INT || fundamental == G_TYPE_UINT || fundamental == G_TYPE_INT64 ||
           fundamental == G_TYPE_UINT64 || fundamental == G_TYPE_LONG || fundamental == G_TYPE_ULONG;
}

/* A macro in one version of the headers and an inline function in another; the shim is the same for both. */
static inline GstBuffer *tandem_buffer_make_writable(GstBuffer *buffer) { return gst_buffer_make_writable(buffer); }
static inline GstCaps *tandem_caps_make_writable(GstCaps *caps) { return gst_caps_make_writable(caps); }

/* Mini objects' reference functions are inline wrappers whose pointer types differ; one pair serves them all. */
static inline gpointer tandem_mini_object_ref(gpointer object) { return gst_mini_object_ref(GST_MINI_OBJECT_CAST(object)); }
static inline void tandem_mini_object_unref(gpointer object) { gst_mini_object_unref(GST_MINI_OBJECT_CAST(object)); }

/* GST_CLOCK_TIME_NONE is visible to Swift and overflows when it is used. */
static inline gboolean tandem_clock_time_is_valid(guint64 time) { return GST_CLOCK_TIME_IS_VALID(time); }
static inline guint64 tandem_clock_time_none(void) { return GST_CLOCK_TIME_NONE; }

/* Macros over casts and shifts, which Swift does not import. */
static inline guint64 tandem_factory_type_encoder(void) { return GST_ELEMENT_FACTORY_TYPE_ENCODER; }
static inline guint64 tandem_factory_type_decoder(void) { return GST_ELEMENT_FACTORY_TYPE_DECODER; }
static inline guint64 tandem_factory_type_muxer(void) { return GST_ELEMENT_FACTORY_TYPE_MUXER; }
static inline guint64 tandem_factory_type_parser(void) { return GST_ELEMENT_FACTORY_TYPE_PARSER; }
static inline guint64 tandem_factory_type_source(void) { return GST_ELEMENT_FACTORY_TYPE_SRC; }
static inline guint64 tandem_factory_type_sink(void) { return GST_ELEMENT_FACTORY_TYPE_SINK; }
static inline GstBufferList *tandem_buffer_list_make_writable(GstBufferList *list) { return gst_buffer_list_make_writable(list); }
static inline GType tandem_type_tag_setter(void) { return GST_TYPE_TAG_SETTER; }

/* GValueArray is deprecated, and what the level element still reports its channels in. NULL for any other value. */
static inline GValueArray *tandem_value_array(const GValue *value) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    return G_VALUE_HOLDS(value, G_TYPE_VALUE_ARRAY) ? (GValueArray *) g_value_get_boxed(value) : NULL;
    G_GNUC_END_IGNORE_DEPRECATIONS
}

/* The debug macros are variadic and take the call's place from the preprocessor. */
static inline void tandem_debug_log(GstDebugCategory *category, GstDebugLevel level, const gchar *file,
                                    const gchar *function, gint line, const gchar *message) {
    if (category && level <= gst_debug_category_get_threshold(category))
        gst_debug_log_literal(category, level, file, function, line, NULL, message);
}

#endif
