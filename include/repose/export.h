/* What a shared library of Repose shows to programs, and C linkage for those written in C++. */
#ifndef REPOSE_EXPORT_H
#define REPOSE_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define RP_API __attribute__((visibility("default")))
#define RP_PRINTF(format, first) __attribute__((format(printf, format, first)))
#else
#define RP_API
#define RP_PRINTF(format, first)
#endif

#ifdef __cplusplus
#define RP_BEGIN_DECLARATIONS extern "C" {
#define RP_END_DECLARATIONS }
#else
#define RP_BEGIN_DECLARATIONS
#define RP_END_DECLARATIONS
#endif

#endif
