/* All of Repose. Each of these headers can be used alone. */
#ifndef REPOSE_REPOSE_H
#define REPOSE_REPOSE_H

#include "repose/array.h"
#include "repose/bounce.h"
#include "repose/compare.h"
#include "repose/export.h"
#include "repose/fclib.h"
#include "repose/force.h"
#include "repose/interaction.h"
#include "repose/law.h"
#include "repose/measure.h"
#include "repose/method.h"
#include "repose/picture.h"
#include "repose/plot.h"
#include "repose/random.h"
#include "repose/restitution.h"
#include "repose/run.h"
#include "repose/scale.h"
#include "repose/sim.h"
#include "repose/status.h"
#include "repose/study.h"
#include "repose/version.h"
#include "repose/view.h"
#include "repose/viscous.h"

#endif
