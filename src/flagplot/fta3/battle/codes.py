"""The numbers that the kernel speaks in. Never pass one to a kernel function by bare name: write ``k.NONE``."""

NONE = -1

# Steps of a round, in the order of the page. A step is cut wherever somebody must choose.
OPEN = 0
LAUNCH = 1
ARRIVE = 2
INTERCEPT = 3
DOGFIGHT = 4
LOSSES = 5
FIRST_STRIKE = 6
VOLLEY = 7
STAND_OFF = 8
POSITION = 9
PICK = 10
FLANK = 11
RANGE = 12
DISENGAGE = 13
SENSORS = 14
PROTECT = 15
FIRE = 16
STRIKE = 17
RECONSTITUTE = 18
RETURN = 19
CASUALTIES = 20
OVER = 21

# Phases of dice format 1: an id is never used for anything else, so that old battles keep their dice.
D_POSITION = 1
D_DOGFIGHT = 2
D_FIRST_STRIKE = 3
D_STAND_OFF = 4
D_HIT = 5
D_PIERCE = 6
D_STRIKE = 7
D_RECONSTITUTE = 8
D_SENSOR = 9
D_SENSED = 10
D_PURSUIT = 11
D_PURSUIT_OF_FLANKER = 12
D_AVOID = 13
D_INTERCEPT = 14
D_HULK = 40
D_RUN_DOWN = 41
D_FLIGHT = 42
D_CASUALTY = 43
D_PRIZE = 44
D_RECAPTURE = 45
D_EQUIPMENT = 46
D6 = 6
D10 = 10
D20 = 20
NATURAL = 20
FORCE = 0  # roller of dice that belong to a side as a whole
ZERO = 0  # where a count starts that is handed on: a literal would have the twin compiled twice
YES = 1
NO = 0
ONE = 1
RUN_DICE = 10_000  # dice of one first-strike run, so that the next run has its own
NO_BONUS = 0
START = 0  # number of an address's first die
FIRST_ROUND = 1

# Where a ship is.
ABSENT = 0
ACTIVE = 1
KILLED = 2
WITHDRAWN = 3

SPINAL = 0
DIRECT = 1
SEEKING = 2

CLOSE = 0
FAR = 1
BEST = 2

MOBILE = 0
FIXED = 1

# Scalars of a battle that change, one cell each.
ROUND = 0
WINNER = 1
REASON = 2
PICKER = 3
POSITION_WINNER = 4
LEAD = 5
HARM = 6
STEP = 7
RUN = 8
SAMPLE = 9
CELLS = 10

# Why a battle ended.
ONGOING = 0
DESTROYED = 1
FLED = 2
BOTH_GONE = 3
RULED = 4
STALEMATE = 5
LIMIT = 6

# What a ruling changes, and the columns of its row.
R_HIT = 0
R_PIERCE = 1
R_POSITION = 2
R_KINDS = 3
R_KIND = 0
R_SIDE = 1
R_SHIP = 2
R_FROM = 3
R_TO = 4
R_VALUE = 5
R_WIDTH = 6

# Options of readings.
HALF = 0
ALL = 1
UNLIMITED = 0
BY_NUMBER = 1
OUT = 0
FIGHTS_ON = 1
PARTNER_ONLY = 0
MAY_ANSWER = 1
PIERCE = 0
HIT = 1
ONE_BONUS = 0
BOTH_BONUSES = 1
NOT_DRAWN = 0
DRAWN = 1

# The two forms of an engagement: in the mass form ships withdraw by themselves, in the small form they must break off.
MASS = 0
SMALL = 1

# Cloaks.
REGULAR = 1
DEEP = 2

# Events of the trace.
E_INITIATIVE = 0
E_LAUNCH = 1
E_ARRIVAL = 2
E_INTERCEPTION = 3
E_DOGFIGHT = 4
E_FIGHTERS_LOST = 5
E_STAND_OFF = 6
E_POSITION = 7
E_PAIR = 8
E_FLANK = 9
E_RANGE = 10
E_HIT = 11
E_PIERCE = 12
E_NO_FIRE = 13
E_DAMAGE = 14
E_STRIKE = 15
E_RECONSTITUTION = 16
E_RETURN = 17
E_KILLED = 18
E_WITHDRAWAL = 19
E_FORCE_WITHDRAWAL = 20
E_END = 21
E_SURRENDER = 22
E_AIM = 23
E_FLANK_RANGE = 24
E_HUNT = 25
E_DECLOAK = 26
E_SENSOR = 27
E_SENSED = 28
E_PURSUIT = 29
E_DISENGAGE = 30
E_PROTECT = 31
E_HOLD = 32
E_BLIND = 33
E_FIRST_STRIKE = 34
E_CLOAK_EDGE = 35
EVENTS = 36

# A trace row: what happened, when, whose, to whom, and four numbers whose meaning the narrator's table gives.
T_EVENT = 0
T_ROUND = 1
T_SIDE = 2
T_SHIP = 3
T_OTHER = 4
T_A = 5
T_B = 6
T_C = 7
T_D = 8
T_WIDTH = 9

# Where each column of a battle's shots begins: a row is a ship that fires.
SHOTS = 32  # rows that there is room for
LANES = 8  # rows that a processor may take at one go
S_SEAT = 0 * SHOTS
S_VICTIM = 1 * SHOTS
S_DAMAGE = 2 * SHOTS
S_NEED = 3 * SHOTS  # what the dice that are drawn next have to reach,
S_PIERCE = 4 * SHOTS  # and those after them, both as ``core.dice.bar``
S_COUNT = 5 * SHOTS  # dice of the row
S_LOW = 6 * SHOTS  # the fractions of a block
S_HIGH = 7 * SHOTS
S_REACHED = 8 * SHOTS  # dice that reached what they needed
S_NATURALS = 9 * SHOTS
SHOT = 10
