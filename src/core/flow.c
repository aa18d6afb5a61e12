/* See flow.h. */
#include "core/flow.h"
#include "core/field.h"

static const rp_field source_fields[] = {
    {"active", "1", "0: switched off", RP_I32, 1, RP_FIELD_AT(rp_source, active), RP_HASH_VALUE, NAN},
    {"done", "1", "1: its amount has come", RP_I32, 1, RP_FIELD_AT(rp_source, done), RP_HASH_VALUE, NAN},
    {"told", "1", "1: a message has said that it finds no room", RP_I32, 1, RP_FIELD_AT(rp_source, told), RP_HASH_NOT,
     NAN},
    {"drawn", "1", "particles drawn so far", RP_U64, 1, RP_FIELD_AT(rp_source, drawn), RP_HASH_VALUE, NAN},
    {"kind_drawn", "1 or kg", "of each kind drawn so far", RP_F64, RP_SOURCE_KINDS, RP_FIELD_AT(rp_source, kind_drawn),
     RP_HASH_VALUE, NAN},
    {"drawn_mass", "kg", "mass drawn so far", RP_F64, 1, RP_FIELD_AT(rp_source, drawn_mass), RP_HASH_VALUE, NAN},
    {"since", "s", "when its rate began to count", RP_F64, 1, RP_FIELD_AT(rp_source, since), RP_HASH_VALUE, NAN},
    {"before", "1 or kg", "what was due before", RP_F64, 1, RP_FIELD_AT(rp_source, before), RP_HASH_VALUE, NAN},
    {"next", "s", "when it acts next", RP_F64, 1, RP_FIELD_AT(rp_source, next), RP_HASH_VALUE, NAN},
    {"added", "1", "particles that came", RP_U64, 1, RP_FIELD_AT(rp_source, exchange.added), RP_HASH_VALUE, NAN},
    {"added_mass", "kg", "mass that came", RP_F64, 1, RP_FIELD_AT(rp_source, exchange.added_mass), RP_HASH_VALUE, NAN},
    {"added_energy", "J", "energy that came", RP_F64, 1, RP_FIELD_AT(rp_source, exchange.added_energy), RP_HASH_VALUE,
     NAN},
    {"kind_added", "1", "particles of each kind that came", RP_U64, RP_FLOW_KINDS, RP_FIELD_AT(rp_source, kinds.count),
     RP_HASH_SET, 0},
    {"kind_added_mass", "kg", "their mass", RP_F64, RP_FLOW_KINDS, RP_FIELD_AT(rp_source, kinds.mass), RP_HASH_SET, 0},
};

static const rp_field sink_fields[] = {
    {"active", "1", "0: switched off", RP_I32, 1, RP_FIELD_AT(rp_sink, active), RP_HASH_VALUE, NAN},
    {"removed", "1", "particles that went", RP_U64, 1, RP_FIELD_AT(rp_sink, exchange.removed), RP_HASH_VALUE, NAN},
    {"removed_mass", "kg", "mass that went", RP_F64, 1, RP_FIELD_AT(rp_sink, exchange.removed_mass), RP_HASH_VALUE,
     NAN},
    {"removed_energy", "J", "energy that went", RP_F64, 1, RP_FIELD_AT(rp_sink, exchange.removed_energy), RP_HASH_VALUE,
     NAN},
    {"kind_removed", "1", "particles of each kind that went", RP_U64, RP_FLOW_KINDS, RP_FIELD_AT(rp_sink, kinds.count),
     RP_HASH_SET, 0},
    {"kind_removed_mass", "kg", "their mass", RP_F64, RP_FLOW_KINDS, RP_FIELD_AT(rp_sink, kinds.mass), RP_HASH_SET, 0},
};

static const rp_fields sources = RP_FIELDS("sources/", RP_PER_SOURCE, source_fields);
static const rp_fields sinks = RP_FIELDS("sinks/", RP_PER_SINK, sink_fields);

const rp_fields *rp_flow_sources(void) { return &sources; }

const rp_fields *rp_flow_sinks(void) { return &sinks; }
