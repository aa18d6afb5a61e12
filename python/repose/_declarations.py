"""The public headers of Repose for ctypes, printed by tools/print-python: change those, not this."""
# fmt: off
from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_uint16, c_uint32,
    c_long, c_uint64, c_void_p,
)

RP_F64 = 0
RP_I64 = 1
RP_U64 = 2
RP_I32 = 3
RP_U32 = 4
RP_U16 = 5
RP_U8 = 6
RP_F32 = 7
RP_NAME = 64
RP_OK = 0
RP_FAILED = 1
RP_INPUT = 2
RP_SYSTEM = 3
RP_LOG_DEBUG = 0
RP_LOG_INFO = 1
RP_LOG_WARN = 2
RP_LOG_ERROR = 3
RP_LAW_ABI = 1
RP_BLOCK = 24
RP_HISTORY_MAX = 512
RP_PARAM_MAX = 16
RP_CHOICES_MAX = 32
RP_CONSTANT_MAX = 480
RP_NORMAL = 0
RP_ADHESION = 1
RP_TANGENTIAL = 2
RP_ROLLING = 3
RP_SLOT_COUNT = 4
RP_PARAM_NUMBER = 0
RP_PARAM_FLAG = 1
RP_PARAM_CHOICE = 2
RP_MOTION_FREE = 0
RP_MOTION_FIXED = 1
RP_MOTION_DRIVEN = 2
RP_MOTION_GLUED = 3
RP_COMPARE_METHODS = 8
RP_COMPARE_COLUMNS = 6
RP_FCLIB_SOLVERS = 5
RP_OF_WORLD = 0
RP_OF_WALL = 1
RP_OF_GROUP = 2
RP_OF_REGION = 3
RP_OF_SOURCE = 4
RP_OF_SINK = 5
RP_OF_KIND = 6
RP_OF_SOURCE_KIND = 7
RP_OF_SINK_KIND = 8
RP_OF_REGION_KIND = 9
RP_OF_COUNT = 10
RP_MAP_LAGOON = 0
RP_MAP_EMBER = 1
RP_MAP_TIDE = 2
RP_MAP_SAND = 3
RP_LINE_AUTO = 0
RP_LINE_SOLID = 1
RP_LINE_DASHED = 2
RP_LINE_DOTTED = 3
RP_LINE_NONE = 4
RP_MARKER_NONE = 0
RP_MARKER_CIRCLE = 1
RP_MARKER_DISC = 2
RP_MARKER_SQUARE = 3
RP_MARKER_BLOCK = 4
RP_MARKER_TRIANGLE = 5
RP_MARKER_DIAMOND = 6
RP_MARKER_CROSS = 7
RP_PLOT_INK = -1
RP_PLOT_GREY = -2
RP_STUDY_LEFT = 0
RP_STUDY_DONE = 1
RP_STUDY_REFUSED = 2
RP_STUDY_FAILED = 3
RP_STUDY_CRASHED = 4
RP_CALIBRATE_KEYS = 3
RP_CALIBRATE_TARGETS = 3
RP_VERSION_MAJOR = 0
RP_VERSION_MINOR = 2
RP_VERSION_PATCH = 0
RP_VERSION = "0.2.0"
RP_VISCOUS_DURATION = 3.2180654597190431
RP_VISCOUS_SERIES_ORDER = 20


class rp_array(Structure):
    pass


class rp_error(Structure):
    pass


class rp_fluctuation(Structure):
    pass


class rp_fluctuation_table(Structure):
    pass


class rp_picture_options(Structure):
    pass


class rp_film_options(Structure):
    pass


class rp_series_axes(Structure):
    pass


class rp_force_chunk(Structure):
    pass


class rp_material(Structure):
    pass


class rp_block(Structure):
    pass


class rp_param(Structure):
    pass


class rp_law_input(Structure):
    pass


class rp_law(Structure):
    pass


class rp_sim_def(Structure):
    pass


class rp_measure_info(Structure):
    pass


class rp_sim_particle(Structure):
    pass


class rp_contact(Structure):
    pass


class rp_collision_info(Structure):
    pass


class rp_wall_info(Structure):
    pass


class rp_group_info(Structure):
    pass


class rp_material_info(Structure):
    pass


class rp_slider_info(Structure):
    pass


class rp_progress(Structure):
    pass


class rp_run_options(Structure):
    pass


class rp_run_result(Structure):
    pass


class rp_export_options(Structure):
    pass


class rp_compared(Structure):
    pass


class rp_compare_options(Structure):
    pass


class rp_comparison(Structure):
    pass


class rp_fclib_facts(Structure):
    pass


class rp_fclib_def(Structure):
    pass


class rp_fclib_result(Structure):
    pass


class rp_impact_body(Structure):
    pass


class rp_measure_row(Structure):
    pass


class rp_method_column(Structure):
    pass


class rp_method_info(Structure):
    pass


class rp_plot_style(Structure):
    pass


class rp_impact_pair(Structure):
    pass


class rp_impact(Structure):
    pass


class rp_scaled(Structure):
    pass


class rp_study_job(Structure):
    pass


class rp_study_options(Structure):
    pass


class rp_study_result(Structure):
    pass


class rp_calibrated_key(Structure):
    pass


class rp_calibrated_target(Structure):
    pass


class rp_calibration(Structure):
    pass


class rp_view_data(Structure):
    pass


class rp_report_options(Structure):
    pass


class rp_report_result(Structure):
    pass


rp_log_hook = CFUNCTYPE(None, c_void_p, c_int, c_char_p)
rp_force = CFUNCTYPE(None, c_void_p, POINTER(rp_force_chunk))
rp_law_eval = CFUNCTYPE(None, POINTER(rp_block), POINTER(c_double), POINTER(c_double * RP_BLOCK), c_double)
rp_collision_hook = CFUNCTYPE(c_int, c_void_p, POINTER(rp_collision_info))
rp_heartbeat = CFUNCTYPE(c_int, c_void_p, c_void_p)
rp_array._fields_ = [
    ("data", c_void_p), ("type", c_int), ("rows", c_size_t), ("columns", c_size_t), ("stride", c_size_t),
    ("name", c_char_p), ("unit", c_char_p), ("meaning", c_char_p), ("writable", c_int), ("generation", c_uint64),
    ("block", c_void_p),
]
rp_error._fields_ = [
    ("status", c_int), ("what", c_char * 384), ("file", c_char * 256), ("line", c_int), ("column", c_int),
    ("key", c_char * 160), ("value", c_char * 96), ("expected", c_char * 224), ("nearest", c_char * 64),
    ("particle", c_int64), ("time", c_double),
]
rp_fluctuation._fields_ = [("peak", c_double), ("below", c_double), ("above", c_double)]
rp_fluctuation_table._fields_ = [
    ("bins", c_int), ("samples", c_int), ("edge", POINTER(c_double)), ("value", POINTER(c_double)),
]
rp_picture_options._fields_ = [
    ("color", c_char_p), ("forces", c_int), ("columns", c_int), ("width", c_int), ("height", c_int),
    ("azimuth", c_double), ("elevation", c_double), ("title", c_char_p), ("range", c_double * 2), ("own_range", c_int),
]
rp_film_options._fields_ = [
    ("rate", c_double), ("drawn", CFUNCTYPE(c_int, c_void_p, c_int, c_int)), ("context", c_void_p),
]
rp_series_axes._fields_ = [("x", c_char_p), ("log_x", c_int), ("log_y", c_int), ("title", c_char_p)]
rp_force_chunk._fields_ = [
    ("time", c_double), ("dimension", c_int), ("count", c_size_t), ("first", c_size_t), ("row_stride", c_size_t),
    ("spin_stride", c_size_t), ("position", POINTER(c_double)), ("velocity", POINTER(c_double)),
    ("radius", POINTER(c_double)), ("spin", POINTER(c_double)), ("mass", POINTER(c_double)), ("id", POINTER(c_uint32)),
    ("group", POINTER(c_uint16)), ("material", POINTER(c_uint16)), ("force", POINTER(c_double * 3)),
    ("torque", POINTER(c_double * 3)),
]
rp_material._fields_ = [("name", c_char * RP_NAME), ("density", c_double), ("young", c_double), ("poisson", c_double)]
rp_block._fields_ = [
    ("ex", c_double * RP_BLOCK), ("ey", c_double * RP_BLOCK), ("ez", c_double * RP_BLOCK), ("xi", c_double * RP_BLOCK),
    ("gn", c_double * RP_BLOCK), ("tx", c_double * RP_BLOCK), ("ty", c_double * RP_BLOCK), ("tz", c_double * RP_BLOCK),
    ("m_eff", c_double * RP_BLOCK), ("r_eff", c_double * RP_BLOCK), ("wx", c_double * RP_BLOCK),
    ("wy", c_double * RP_BLOCK), ("wz", c_double * RP_BLOCK), ("mu", c_double * RP_BLOCK),
    ("mu_static", c_double * RP_BLOCK), ("sliding", c_double * RP_BLOCK), ("fn", c_double * RP_BLOCK),
    ("kn", c_double * RP_BLOCK), ("cn", c_double * RP_BLOCK), ("radius", c_double * RP_BLOCK),
    ("normal_loss", c_double * RP_BLOCK), ("bound", c_double * RP_BLOCK), ("fx", c_double * RP_BLOCK),
    ("fy", c_double * RP_BLOCK), ("fz", c_double * RP_BLOCK), ("tangential_work", c_double * RP_BLOCK),
    ("released", c_double * RP_BLOCK), ("held", c_double * RP_BLOCK), ("ahead", c_double * RP_BLOCK),
    ("mx", c_double * RP_BLOCK), ("my", c_double * RP_BLOCK), ("mz", c_double * RP_BLOCK),
    ("rolling_loss", c_double * RP_BLOCK), ("energy", c_double * RP_BLOCK), ("open", c_double * RP_BLOCK),
    ("count", c_int), ("want_energy", c_int), ("account", c_int), ("one_mass", c_int), ("mass_known", c_int),
    ("one_friction", c_int), ("moment", c_void_p), ("_padding", c_char * 32),
]
rp_param._fields_ = [
    ("name", c_char_p), ("kind", c_int), ("unit", c_char_p), ("least", c_double), ("most", c_double),
    ("preset", c_double), ("choice", CFUNCTYPE(c_char_p, c_int)), ("meaning", c_char_p),
]
rp_law_input._fields_ = [
    ("a", POINTER(rp_material)), ("b", POINTER(rp_material)), ("dimension", c_int), ("discs", c_int),
    ("eps_n", c_double), ("eps_t", c_double), ("eps_speed", c_double), ("friction", c_double),
    ("param", POINTER(c_double)), ("normal", POINTER(rp_law)), ("normal_constant", POINTER(c_double)),
]
rp_law._fields_ = [
    ("abi", c_int), ("slot", c_int), ("name", c_char_p), ("summary", c_char_p), ("equation", c_char_p),
    ("param", POINTER(rp_param)), ("param_count", c_int), ("history", c_int),
    ("history_used", CFUNCTYPE(c_int, POINTER(c_double))), ("history_name", POINTER(c_char_p)),
    ("antisymmetric", c_uint), ("curvature", c_int), ("gives_radius", c_int), ("varies", c_int), ("adhesive", c_int),
    ("rates", c_int), ("spring", c_int),
    ("prepare", CFUNCTYPE(c_int, POINTER(rp_law_input), POINTER(c_double), POINTER(rp_error))), ("eval", rp_law_eval),
    ("left", CFUNCTYPE(c_double, POINTER(c_double), POINTER(c_double), c_double)),
    ("contact_time", CFUNCTYPE(c_double, POINTER(c_double), c_double, c_double, c_double)),
    ("max_overlap", CFUNCTYPE(c_double, POINTER(c_double), c_double, c_double, c_double)),
    ("remark", CFUNCTYPE(None, POINTER(c_double), c_double, c_char_p, c_int)),
    ("range", CFUNCTYPE(c_double, POINTER(c_double), c_double)), ("hereditary", c_void_p), ("hysteretic", c_int),
]
rp_sim_def._fields_ = [
    ("scene", c_char_p), ("text", c_char_p), ("name", c_char_p), ("set", POINTER(c_char_p)), ("set_count", c_int),
    ("laws", c_void_p), ("threads", c_int), ("log", rp_log_hook), ("log_context", c_void_p), ("restore", c_char_p),
    ("snapshot", c_void_p), ("cookie", c_int),
]
rp_measure_info._fields_ = [("name", c_char * 192), ("unit", c_char_p), ("meaning", c_char_p)]
rp_sim_particle._fields_ = [
    ("material", c_char_p), ("group", c_char_p), ("shape", c_char_p), ("radius", c_double), ("mass", c_double),
    ("position", c_double * 3), ("velocity", c_double * 3), ("angular_velocity", c_double * 3), ("cookie", c_int),
]
rp_contact._fields_ = [
    ("a", c_uint32), ("b", c_int64), ("wall", c_int), ("point", c_double * 3), ("normal", c_double * 3),
    ("branch", c_double * 3), ("force", c_double * 3), ("normal_force", c_double), ("overlap", c_double),
    ("energy", c_double), ("sliding", c_int),
]
rp_collision_info._fields_ = [
    ("time", c_double), ("a", c_uint32), ("b", c_int64), ("wall", c_int), ("impulse", c_double * 3),
    ("normal_speed", c_double), ("tangential_speed", c_double),
]
rp_wall_info._fields_ = [
    ("name", c_char_p), ("material", c_char_p), ("active", c_int), ("loaded", c_int), ("position", c_double * 3),
    ("velocity", c_double * 3), ("angle", c_double), ("spin", c_double), ("load", c_double), ("force", c_double * 3),
    ("torque", c_double * 3), ("impulse", c_double * 3), ("work", c_double),
]
rp_group_info._fields_ = [
    ("name", c_char_p), ("motion", c_int), ("count", c_size_t), ("velocity", c_double * 3), ("force", c_double * 3),
    ("torque", c_double * 3), ("reaction", c_double * 3), ("work", c_double),
]
rp_material_info._fields_ = [("name", c_char_p), ("density", c_double), ("young", c_double), ("poisson", c_double)]
rp_slider_info._fields_ = [
    ("name", c_char * 160), ("unit", c_char_p), ("least", c_double), ("most", c_double), ("value", c_double),
]
rp_progress._fields_ = [
    ("time", c_double), ("end", c_double), ("fraction", c_double), ("step", c_uint64), ("steps_per_second", c_double),
    ("particle_steps_per_second", c_double), ("seconds_left", c_double), ("stage", c_char_p),
]
rp_run_options._fields_ = [
    ("scene", c_char_p), ("directory", c_char_p), ("set", POINTER(c_char_p)), ("set_count", c_int), ("threads", c_int),
    ("resume", c_int), ("force", c_int), ("until", c_double), ("max_hours", c_double), ("max_steps", c_uint64),
    ("warm_steps", c_uint64), ("no_outputs", c_int), ("stop", POINTER(c_int)),
    ("progress", CFUNCTYPE(None, c_void_p, POINTER(rp_progress))), ("log", rp_log_hook), ("context", c_void_p),
    ("ranks", c_void_p), ("cookie", c_int),
]
rp_run_result._fields_ = [
    ("finished", c_int), ("directory", c_char * 1024), ("state_hash", c_char * 33), ("time", c_double),
    ("step", c_uint64), ("particles", c_uint64), ("wall_seconds", c_double), ("step_seconds", c_double),
    ("contact_updates", c_double), ("contacts_per_particle", c_double), ("mean_overlap", c_double),
    ("kinetic", c_double), ("budget_error", c_double), ("collisions", c_double), ("compressibility", c_double),
    ("bytes", c_int64),
]
rp_export_options._fields_ = [("time", c_double), ("all", c_int), ("checkpoint", c_int)]
rp_compared._fields_ = [
    ("method", c_char_p), ("status", c_int), ("reason", c_char * 1200), ("drawn", c_int), ("complete", c_int),
    ("reached", c_double), ("label", c_char * 128), ("run", rp_run_result), ("last", c_double * RP_COMPARE_COLUMNS),
    ("difference", c_double * RP_COMPARE_COLUMNS),
]
rp_compare_options._fields_ = [
    ("scene", c_char_p), ("directory", c_char_p), ("methods", POINTER(c_char_p)), ("method_count", c_int),
    ("columns", POINTER(c_char_p)), ("column_count", c_int), ("set", POINTER(c_char_p)), ("set_count", c_int),
    ("threads", c_int), ("force", c_int), ("picture", rp_picture_options), ("stop", POINTER(c_int)),
    ("progress", CFUNCTYPE(None, c_void_p, POINTER(rp_progress))), ("log", rp_log_hook),
    ("ran", CFUNCTYPE(None, c_void_p, POINTER(rp_compared))), ("context", c_void_p),
]
rp_comparison._fields_ = [
    ("count", c_int), ("method", rp_compared * RP_COMPARE_METHODS), ("column_count", c_int),
    ("column", (c_char * 64) * RP_COMPARE_COLUMNS), ("unit", (c_char * 64) * RP_COMPARE_COLUMNS),
    ("directory", c_char * 1024), ("table", c_char * 1100), ("series", c_char * 1100), ("frames", c_char * 1100),
]
rp_fclib_facts._fields_ = [
    ("form", c_char_p), ("title", c_char_p), ("dimension", c_int), ("rows", c_int), ("contacts", c_size_t),
    ("freedoms", c_size_t), ("asymmetry", c_double),
]
rp_fclib_def._fields_ = [("solver", c_char_p), ("tolerance", c_double), ("max_iterations", c_long), ("threads", c_int)]
rp_fclib_result._fields_ = [
    ("converged", c_int), ("unsolvable", c_int), ("iterations", c_long), ("seconds", c_double), ("residual", c_double),
    ("relative", c_double), ("islands", c_size_t), ("islands_by", c_size_t * RP_FCLIB_SOLVERS), ("active", c_size_t),
    ("sliding", c_size_t), ("first_unsolvable", c_size_t),
]
rp_impact_body._fields_ = [("radius", c_double), ("mass", c_double), ("inertia", c_double)]
rp_measure_row._fields_ = [
    ("name", c_char_p), ("unit", c_char_p), ("meaning", c_char_p), ("mean", c_int), ("rate", c_int),
]
rp_method_column._fields_ = [("name", c_char_p), ("unit", c_char_p), ("meaning", c_char_p)]
rp_method_info._fields_ = [
    ("name", c_char_p), ("summary", c_char_p), ("option", POINTER(rp_param)), ("option_count", c_int),
    ("column", POINTER(rp_method_column)), ("column_count", c_int),
]
rp_plot_style._fields_ = [
    ("label", c_char_p), ("color", c_int), ("width", c_double), ("line", c_int), ("marker", c_int), ("size", c_double),
    ("error_x", POINTER(c_double)), ("error_y", POINTER(c_double)),
]
rp_impact_pair._fields_ = [("m_eff", c_double), ("r_eff", c_double), ("alpha", c_double)]
rp_impact._fields_ = [
    ("speed", c_double), ("slip", c_double), ("eps_n", c_double), ("eps_t", c_double), ("contact_time", c_double),
    ("max_overlap", c_double), ("max_force", c_double), ("sticks", c_int), ("switches", c_int),
]
rp_scaled._fields_ = [
    ("length", c_double), ("time", c_double), ("speed", c_double), ("force", c_double), ("stiffness", c_double),
    ("young", c_double), ("dissipation", c_double),
]
rp_study_job._fields_ = [
    ("number", c_int), ("count", c_int), ("outcome", c_int), ("values", c_char_p), ("reason", c_char_p),
    ("wall_seconds", c_double),
]
rp_study_options._fields_ = [
    ("file", c_char_p), ("directory", c_char_p), ("jobs", c_int), ("threads", c_int), ("job", c_int), ("retry", c_int),
    ("force", c_int), ("stop", POINTER(c_int)), ("ran", CFUNCTYPE(None, c_void_p, POINTER(rp_study_job))),
    ("context", c_void_p), ("cookie", c_int),
]
rp_study_result._fields_ = [
    ("directory", c_char * 1024), ("table", c_char * 1100), ("jobs", c_int), ("done", c_int), ("failed", c_int),
    ("left", c_int),
]
rp_calibrated_key._fields_ = [
    ("name", c_char * 160), ("value", c_double), ("error", c_double), ("low", c_double), ("high", c_double),
]
rp_calibrated_target._fields_ = [
    ("name", c_char * 192), ("unit", c_char * RP_NAME), ("measured", c_double), ("error", c_double),
    ("model", c_double), ("model_error", c_double), ("noise", c_double),
]
rp_calibration._fields_ = [
    ("directory", c_char * 1024), ("key_count", c_int), ("target_count", c_int),
    ("key", rp_calibrated_key * RP_CALIBRATE_KEYS), ("target", rp_calibrated_target * RP_CALIBRATE_TARGETS),
    ("runs", c_int), ("failed", c_int), ("finished", c_int), ("converged", c_int), ("reached", c_int),
]
rp_view_data._fields_ = [("bytes", c_void_p), ("size", c_size_t)]
rp_report_options._fields_ = [("title", c_char_p), ("megabytes", c_double), ("cookie", c_int)]
rp_report_result._fields_ = [("bytes", c_size_t), ("frames", c_size_t), ("frames_of", c_size_t), ("contacts", c_int)]

# name: result, parameters
FUNCTIONS = {
    "rp_type_size": (c_size_t, [c_int]),
    "rp_array_hold": (None, [POINTER(rp_array)]),
    "rp_array_release": (None, [POINTER(rp_array)]),
    "rp_error_clear": (None, [POINTER(rp_error)]),
    "rp_error_at": (None, [POINTER(rp_error), c_char_p, c_int, c_int]),
    "rp_error_key": (None, [POINTER(rp_error), c_char_p]),
    "rp_error_nearest": (None, [POINTER(rp_error), c_char_p, POINTER(c_char_p), c_int]),
    "rp_error_text": (c_int, [POINTER(rp_error), c_char_p, c_int]),
    "rp_memory_bytes": (c_int64, []),
    "rp_memory_peak": (c_int64, []),
    "rp_bounce_analyse": (c_int, [
        POINTER(c_double), c_size_t, c_double, POINTER(c_double), POINTER(c_double), POINTER(rp_error),
    ]),
    "rp_bounce_times": (c_size_t, [
        c_double, c_double, c_double, CFUNCTYPE(c_double, c_void_p, c_double), c_void_p, POINTER(c_double), c_size_t,
    ]),
    "rp_fluctuation_table_make": (c_int, [
        POINTER(c_double), POINTER(c_double), c_size_t, c_int, c_int, POINTER(c_double), POINTER(c_double),
        POINTER(rp_error),
    ]),
    "rp_fluctuation_draw": (c_double, [POINTER(rp_fluctuation), c_uint64, c_uint64, c_uint64]),
    "rp_fluctuation_table_draw": (c_double, [POINTER(rp_fluctuation_table), c_double, c_uint64, c_uint64, c_uint64]),
    "rp_fluctuation_fit": (c_int, [POINTER(c_double), c_size_t, POINTER(rp_fluctuation), POINTER(rp_error)]),
    "rp_picture_options_default": (None, [POINTER(rp_picture_options)]),
    "rp_picture_frame": (c_int, [c_char_p, c_double, POINTER(rp_picture_options), c_char_p, POINTER(rp_error)]),
    "rp_picture_movie": (c_int, [c_char_p, POINTER(rp_picture_options), c_char_p, POINTER(c_int), POINTER(rp_error)]),
    "rp_film_options_default": (rp_film_options, []),
    "rp_film": (c_int, [
        POINTER(c_char_p), POINTER(c_char_p), c_int, POINTER(rp_picture_options), POINTER(rp_film_options), c_char_p,
        POINTER(c_int), POINTER(rp_error),
    ]),
    "rp_picture_frames": (c_int, [
        POINTER(c_char_p), POINTER(c_char_p), c_int, c_double, POINTER(rp_picture_options), c_char_p,
        POINTER(rp_error),
    ]),
    "rp_picture_series": (c_int, [
        c_char_p, c_char_p, POINTER(c_char_p), c_int, c_int, c_int, c_char_p, POINTER(rp_error),
    ]),
    "rp_picture_series_of": (c_int, [
        POINTER(c_char_p), POINTER(c_char_p), c_int, POINTER(c_char_p), c_int, POINTER(rp_series_axes), c_char_p,
        POINTER(rp_error),
    ]),
    "rp_picture_profile": (c_int, [c_char_p, c_char_p, POINTER(c_char_p), c_int, c_char_p, POINTER(rp_error)]),
    "rp_picture_forces": (c_int, [c_char_p, c_char_p, POINTER(rp_error)]),
    "rp_slot_name": (c_char_p, [c_int]),
    "rp_laws_create": (c_int, [POINTER(c_void_p), POINTER(rp_error)]),
    "rp_laws_destroy": (None, [c_void_p]),
    "rp_laws_add": (c_int, [c_void_p, POINTER(rp_law), POINTER(rp_error)]),
    "rp_laws_load": (c_int, [c_void_p, c_char_p, POINTER(rp_error)]),
    "rp_laws_count": (c_int, [c_void_p]),
    "rp_laws_get": (POINTER(rp_law), [c_void_p, c_int]),
    "rp_laws_find": (POINTER(rp_law), [c_void_p, c_int, c_char_p]),
    "rp_laws_choose": (c_int, [c_void_p, c_int, c_char_p, POINTER(POINTER(rp_law)), POINTER(rp_error)]),
    "rp_sim_def_default": (rp_sim_def, []),
    "rp_sim_create": (c_int, [POINTER(rp_sim_def), POINTER(c_void_p), POINTER(rp_error)]),
    "rp_sim_destroy": (None, [c_void_p]),
    "rp_sim_step": (c_int, [c_void_p, c_uint64, POINTER(rp_error)]),
    "rp_sim_advance": (c_int, [c_void_p, c_double, POINTER(rp_error)]),
    "rp_sim_time": (c_double, [c_void_p]),
    "rp_sim_steps": (c_uint64, [c_void_p]),
    "rp_sim_dt": (c_double, [c_void_p]),
    "rp_sim_set_dt": (c_int, [c_void_p, c_double, POINTER(rp_error)]),
    "rp_sim_count": (c_size_t, [c_void_p]),
    "rp_sim_dimension": (c_int, [c_void_p]),
    "rp_sim_finished": (c_int, [c_void_p]),
    "rp_sim_stage": (c_char_p, [c_void_p]),
    "rp_sim_method": (c_char_p, [c_void_p]),
    "rp_sim_title": (c_char_p, [c_void_p]),
    "rp_sim_measure": (c_int, [c_void_p, c_char_p, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_measures": (c_int, [c_void_p, POINTER(c_char_p), c_int, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_measure_info": (c_int, [c_void_p, c_int, POINTER(rp_measure_info)]),
    "rp_sim_array": (rp_array, [c_void_p, c_char_p]),
    "rp_sim_array_get": (c_int, [c_void_p, c_char_p, POINTER(rp_array), POINTER(rp_error)]),
    "rp_sim_array_name": (c_char_p, [c_int]),
    "rp_sim_slot": (c_size_t, [c_void_p, c_uint32]),
    "rp_sim_generation": (c_uint64, [c_void_p]),
    "rp_sim_set": (c_int, [c_void_p, c_char_p, POINTER(c_uint32), c_size_t, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_particle_default": (rp_sim_particle, []),
    "rp_sim_add": (c_int, [c_void_p, POINTER(rp_sim_particle), c_size_t, POINTER(c_uint32), POINTER(rp_error)]),
    "rp_sim_remove": (c_int, [c_void_p, POINTER(c_uint32), c_size_t, POINTER(rp_error)]),
    "rp_sim_contacts": (c_int, [c_void_p, POINTER(POINTER(rp_contact)), POINTER(c_size_t), POINTER(rp_error)]),
    "rp_sim_set_start_forces": (c_int, [c_void_p, POINTER(c_double), c_size_t, POINTER(rp_error)]),
    "rp_sim_on_collision": (c_int, [c_void_p, rp_collision_hook, c_void_p, POINTER(rp_error)]),
    "rp_sim_wall_count": (c_int, [c_void_p]),
    "rp_sim_wall_find": (c_int, [c_void_p, c_char_p]),
    "rp_sim_wall_get": (c_int, [c_void_p, c_int, POINTER(rp_wall_info), POINTER(rp_error)]),
    "rp_sim_wall_set_velocity": (c_int, [c_void_p, c_int, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_wall_set_spin": (c_int, [c_void_p, c_int, c_double, POINTER(rp_error)]),
    "rp_sim_wall_set_load": (c_int, [c_void_p, c_int, c_double, POINTER(rp_error)]),
    "rp_sim_group_count": (c_int, [c_void_p]),
    "rp_sim_group_find": (c_int, [c_void_p, c_char_p]),
    "rp_sim_group_get": (c_int, [c_void_p, c_int, POINTER(rp_group_info), POINTER(rp_error)]),
    "rp_sim_group_set_force": (c_int, [c_void_p, c_int, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_group_set_torque": (c_int, [c_void_p, c_int, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_group_set_velocity": (c_int, [c_void_p, c_int, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_material_count": (c_int, [c_void_p]),
    "rp_sim_material_find": (c_int, [c_void_p, c_char_p]),
    "rp_sim_material_get": (c_int, [c_void_p, c_int, POINTER(rp_material_info), POINTER(rp_error)]),
    "rp_sim_friction": (c_int, [c_void_p, c_int, c_int, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_set_friction": (c_int, [c_void_p, c_int, c_int, c_double, POINTER(rp_error)]),
    "rp_sim_gravity": (None, [c_void_p, POINTER(c_double)]),
    "rp_sim_set_gravity": (c_int, [c_void_p, POINTER(c_double), POINTER(rp_error)]),
    "rp_sim_slider_count": (c_int, [c_void_p]),
    "rp_sim_slider_get": (c_int, [c_void_p, c_int, POINTER(rp_slider_info), POINTER(rp_error)]),
    "rp_sim_slider_set": (c_int, [c_void_p, c_int, c_double, POINTER(rp_error)]),
    "rp_sim_force_add": (c_int, [c_void_p, rp_force, c_void_p, POINTER(rp_error)]),
    "rp_sim_every_steps": (c_int, [c_void_p, c_uint64, rp_heartbeat, c_void_p, POINTER(rp_error)]),
    "rp_sim_every": (c_int, [c_void_p, c_double, rp_heartbeat, c_void_p, POINTER(rp_error)]),
    "rp_sim_stopped": (c_int, [c_void_p]),
    "rp_sim_picture": (c_int, [c_void_p, c_char_p, POINTER(rp_picture_options), POINTER(rp_error)]),
    "rp_sim_frame": (c_int, [c_void_p, c_char_p, POINTER(rp_error)]),
    "rp_sim_hash": (c_int, [c_void_p, c_char_p, POINTER(rp_error)]),
    "rp_sim_save": (c_int, [c_void_p, c_char_p, POINTER(rp_error)]),
    "rp_sim_restore": (c_int, [c_void_p, c_char_p, POINTER(rp_error)]),
    "rp_sim_snapshot": (c_int, [c_void_p, POINTER(c_void_p), POINTER(rp_error)]),
    "rp_sim_rewind": (c_int, [c_void_p, c_void_p, POINTER(rp_error)]),
    "rp_snapshot_destroy": (None, [c_void_p]),
    "rp_run_options_default": (None, [POINTER(rp_run_options)]),
    "rp_run": (c_int, [POINTER(rp_run_options), POINTER(rp_run_result), POINTER(rp_error)]),
    "rp_check": (c_int, [POINTER(rp_sim_def), POINTER(c_char_p), POINTER(rp_error)]),
    "rp_hash": (c_int, [c_char_p, c_char_p, POINTER(rp_error)]),
    "rp_export_particles": (c_int, [
        c_char_p, POINTER(rp_export_options), c_char_p, POINTER(c_size_t), POINTER(rp_error),
    ]),
    "rp_compare_options_default": (None, [POINTER(rp_compare_options)]),
    "rp_compare": (c_int, [POINTER(rp_compare_options), POINTER(rp_comparison), POINTER(rp_error)]),
    "rp_fclib_def_default": (rp_fclib_def, []),
    "rp_fclib_solvers": (POINTER(c_char_p), []),
    "rp_fclib_read": (c_int, [c_char_p, POINTER(c_void_p), POINTER(rp_error)]),
    "rp_fclib_facts_of": (rp_fclib_facts, [c_void_p]),
    "rp_fclib_solve": (c_int, [c_void_p, POINTER(rp_fclib_def), POINTER(rp_fclib_result), POINTER(rp_error)]),
    "rp_fclib_impulses": (POINTER(c_double), [c_void_p]),
    "rp_fclib_velocities_of": (POINTER(c_double), [c_void_p]),
    "rp_fclib_impulses_set": (c_int, [
        c_void_p, POINTER(c_double), POINTER(c_double), POINTER(c_double), POINTER(rp_error),
    ]),
    "rp_fclib_write": (c_int, [c_void_p, c_char_p, POINTER(rp_error)]),
    "rp_fclib_destroy": (None, [c_void_p]),
    "rp_interaction_create": (c_int, [c_void_p, POINTER(c_void_p), POINTER(rp_error)]),
    "rp_interaction_destroy": (None, [c_void_p]),
    "rp_scene_interaction": (c_int, [
        c_char_p, c_char_p, c_char_p, POINTER(c_void_p), POINTER(rp_impact_body), POINTER(rp_error),
    ]),
    "rp_interaction_materials_set": (None, [c_void_p, POINTER(rp_material), POINTER(rp_material)]),
    "rp_interaction_material": (POINTER(rp_material), [c_void_p, c_int]),
    "rp_interaction_law_set": (c_int, [c_void_p, c_int, c_char_p, POINTER(rp_error)]),
    "rp_interaction_law": (POINTER(rp_law), [c_void_p, c_int]),
    "rp_interaction_param_set": (c_int, [c_void_p, c_int, c_char_p, c_double, POINTER(rp_error)]),
    "rp_interaction_friction_set": (None, [c_void_p, c_double, c_double]),
    "rp_interaction_restitution_set": (None, [c_void_p, c_double, c_double, c_double]),
    "rp_interaction_prepare": (c_int, [c_void_p, POINTER(rp_error)]),
    "rp_interaction_contact_time": (c_double, [c_void_p, c_double, c_double, c_double]),
    "rp_interaction_stiffness": (c_double, [c_void_p]),
    "rp_measure_row_count": (c_int, [c_int]),
    "rp_measure_row_get": (rp_measure_row, [c_int, c_int]),
    "rp_method_count": (c_int, []),
    "rp_method_get": (rp_method_info, [c_int]),
    "rp_plot_create": (c_void_p, [c_int, c_int, c_int, c_int]),
    "rp_plot_destroy": (None, [c_void_p]),
    "rp_plot_title": (None, [c_void_p, c_char_p]),
    "rp_plot_remark": (None, [c_void_p, c_char_p]),
    "rp_plot_axes": (None, [c_void_p, c_int, c_char_p, c_char_p, c_char_p]),
    "rp_plot_log": (None, [c_void_p, c_int, c_int, c_int]),
    "rp_plot_limits": (None, [c_void_p, c_int, c_double, c_double, c_double, c_double]),
    "rp_plot_curve": (None, [c_void_p, c_int, POINTER(c_double), POINTER(c_double), c_size_t, POINTER(rp_plot_style)]),
    "rp_plot_band": (None, [
        c_void_p, c_int, POINTER(c_double), POINTER(c_double), POINTER(c_double), c_size_t, POINTER(rp_plot_style),
    ]),
    "rp_plot_heat": (None, [
        c_void_p, c_int, POINTER(c_double), c_int, c_int, c_double, c_double, c_double, c_double, c_double, c_double,
        c_int, c_char_p,
    ]),
    "rp_plot_levels": (None, [c_void_p, c_int, c_int]),
    "rp_plot_rule": (None, [c_void_p, c_int, c_int, c_double, c_char_p]),
    "rp_plot_note": (None, [c_void_p, c_int, c_double, c_double, c_char_p]),
    "rp_plot_save": (c_int, [c_void_p, c_char_p, POINTER(rp_error)]),
    "rp_random_number": (c_double, [c_uint64, c_uint64]),
    "rp_restitution_spheres": (rp_impact_pair, [c_double, c_double, c_double, c_double]),
    "rp_restitution_bodies": (rp_impact_pair, [POINTER(rp_impact_body), POINTER(rp_impact_body)]),
    "rp_restitution_impact": (c_int, [
        c_void_p, POINTER(rp_impact_pair), c_double, c_double, POINTER(rp_impact), POINTER(rp_error),
    ]),
    "rp_restitution_sticking_speed": (c_int, [c_void_p, POINTER(rp_impact_pair), POINTER(c_double), POINTER(rp_error)]),
    "rp_restitution_table": (c_int, [
        c_void_p, POINTER(rp_impact_pair), POINTER(c_double), c_int, POINTER(c_double), c_int, POINTER(rp_impact),
        POINTER(rp_error),
    ]),
    "rp_restitution_coulomb": (c_double, [c_double, c_double, c_double, c_double, c_double]),
    "rp_restitution_from_rolling": (c_double, [c_double, c_double, c_double, c_double, c_double, c_double]),
    "rp_restitution_to_rolling": (c_double, [c_double, c_double, c_double, c_double, c_double, c_double]),
    "rp_restitution_inverse": (c_int, [
        c_void_p, POINTER(rp_impact_pair), c_char_p, c_double, c_double, POINTER(c_double), POINTER(rp_error),
    ]),
    "rp_scale_viscoelastic": (rp_scaled, [c_double, c_double, c_double, c_double, c_double]),
    "rp_scale_stiffness": (c_double, [c_double, c_double, c_double]),
    "rp_study_options_default": (None, [POINTER(rp_study_options)]),
    "rp_study": (c_int, [POINTER(rp_study_options), POINTER(rp_study_result), POINTER(rp_error)]),
    "rp_study_list": (c_int, [c_char_p, POINTER(c_char_p), POINTER(rp_error)]),
    "rp_study_plot": (c_int, [c_char_p, c_char_p, c_char_p, c_char_p, POINTER(rp_error)]),
    "rp_study_report": (c_int, [c_char_p, c_char_p, POINTER(rp_error)]),
    "rp_calibrate": (c_int, [POINTER(rp_study_options), POINTER(rp_calibration), POINTER(rp_error)]),
    "rp_version": (c_char_p, []),
    "rp_view_data_free": (None, [POINTER(rp_view_data)]),
    "rp_view_page": (c_char_p, []),
    "rp_view_session": (c_int, [POINTER(c_char_p), POINTER(c_char_p), c_int, POINTER(rp_view_data), POINTER(rp_error)]),
    "rp_view_running": (c_int, [c_char_p]),
    "rp_view_frame": (c_int, [c_char_p, c_size_t, POINTER(rp_view_data), POINTER(rp_error)]),
    "rp_view_sim": (c_int, [c_void_p, POINTER(rp_view_data), POINTER(rp_error)]),
    "rp_view_file": (c_int, [c_char_p, c_char_p, POINTER(rp_view_data), POINTER(rp_error)]),
    "rp_report_options_default": (rp_report_options, []),
    "rp_report": (c_int, [
        POINTER(c_char_p), POINTER(c_char_p), c_int, POINTER(rp_report_options), c_char_p, POINTER(rp_report_result),
        POINTER(rp_error),
    ]),
    "rp_report_table": (c_int, [c_char_p, c_char_p, POINTER(c_char_p), c_int, c_int, c_char_p, POINTER(rp_error)]),
    "rp_viscous_restitution": (c_double, [c_double, c_int]),
    "rp_viscous_ratio": (c_double, [c_double, c_int]),
    "rp_viscous_series": (c_double, [c_double, c_int]),
}

# with a variable number of arguments: not called from Python
VARIADIC = ["rp_error_set", "rp_error_value", "rp_error_expected"]
