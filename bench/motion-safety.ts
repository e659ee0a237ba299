/** Violations of speed or acceleration in 10^6 fuzzed moves, the first move included; the limit is 0. */
import {
  type MotionState,
  type MotorLimits,
  movementOfModel,
  type Plan,
  planMove,
  planOscillation,
  planRest,
  planStateAt,
  planStop,
  planTimedMove,
  type Zone,
  zoneOfWindow,
} from '@tactus/motion';
import { createRandom, type Random } from '@tactus/time';
import { type Row, toRow } from './measure/row.ts';

const MOVES = 1_000_000;
const MOVES_PER_RUN = 50;
const SAMPLES_PER_MOVE = 8;
const SEED = 20_260_101;

/** Rounding of doubles in a position of 100 mm over the shortest gap between two samples. */
const SHORTEST_GAP_MS = 0.01;
const TOLERANCE_MM = 1e-9;
const TOLERANCE_MM_S = 1e-3;
const TOLERANCE_MM_S2 = 1;

/** Violations, counted in moves. */
interface Violations {
  speed: number;
  acceleration: number;
  zone: number;
}

/** Random chains of every planner, each starting where the one before was interrupted. */
export async function* rows(): AsyncGenerator<Row> {
  const random = createRandom(SEED);
  const found: Violations = { speed: 0, acceleration: 0, zone: 0 };
  for (let moves = 0; moves < MOVES; moves += MOVES_PER_RUN) fuzzRun(random, found);

  const none = { atMost: 0 };
  yield toRow({ row: 'moves faster than the limit, of 10^6', value: found.speed, unit: 'moves', bounds: none });
  yield toRow({
    row: 'moves accelerating harder than the limit, of 10^6',
    value: found.acceleration,
    unit: 'moves',
    bounds: none,
  });
  yield toRow({ row: 'moves leaving their zone, of 10^6', value: found.zone, unit: 'moves', bounds: none });
  yield toRow({
    row: 'mean speed of a 100-mm stroke at full speed, against what owners measure',
    value: strokeMeanMmS(),
    unit: 'mm/s',
    reference: 340,
    bounds: { ratioAtLeast: 0.99, ratioAtMost: 1.01 },
  });
}

function fuzzRun(random: Random, found: Violations): void {
  const model = movementOfModel(random.pick([0, 2, 3, 4]));
  if (!model) throw new Error('A model with a slider has no movement');
  const limits: MotorLimits = { maxSpeedMmS: model.speed.maxMmS, maxAccelerationMmS2: model.maxAccelerationMmS2 };
  const [a, b] = [random.next(), random.next()];
  const zone = zoneOfWindow(model.travel, { min: Math.min(a, b), max: Math.max(a, b) });

  let atMs = 0;
  let plan = planRest(atMs, zone.minMm + random.next() * (zone.maxMm - zone.minMm));
  for (let move = 0; move < MOVES_PER_RUN; move += 1) {
    const before = planStateAt(plan, atMs);
    plan = randomPlan(random, { startMs: atMs, from: before, zone, limits });
    const lengthMs = random.pick([0.5, 20, 200, 2000]) * random.next();
    check({ random, plan, before, fromMs: atMs, toMs: atMs + lengthMs, zone, limits, found });
    atMs += lengthMs;
  }
}

function randomPlan(random: Random, departure: Parameters<typeof planStop>[0]): Plan {
  const { zone, limits } = departure;
  const toMm = zone.minMm - 20 + random.next() * (zone.maxMm - zone.minMm + 40);
  const cruiseMmS = 1 + random.next() * limits.maxSpeedMmS * 1.5;
  switch (random.integer(0, 4)) {
    case 0:
      return planMove({ ...departure, toMm });
    case 1:
      return planMove({ ...departure, toMm, cruiseMmS });
    case 2:
      return planTimedMove({ ...departure, toMm, durationMs: random.next() * 2000 });
    case 3:
      return planOscillation({ ...departure, cruiseMmS, heading: random.pick(['up', 'down']) });
    default:
      return planStop(departure);
  }
}

interface Checked {
  random: Random;
  plan: Plan;
  /** The state of the slider before the plan: the join is part of the move. */
  before: MotionState;
  fromMs: number;
  toMs: number;
  zone: Zone;
  limits: MotorLimits;
  found: Violations;
}

/** Differences between samples, not the plan's own values: a wrong plan cannot vouch for itself. */
function check({ random, plan, before, fromMs, toMs, zone, limits, found }: Checked): void {
  let last = before;
  let lastMs = fromMs;
  const broken = { speed: false, acceleration: false, zone: false };
  const stepMs = (toMs - fromMs) / SAMPLES_PER_MOVE;
  const start = planStateAt(plan, fromMs);
  const jumps =
    Math.abs(start.positionMm - before.positionMm) > TOLERANCE_MM ||
    Math.abs(start.speedMmS - before.speedMmS) > TOLERANCE_MM_S;
  if (jumps) broken.acceleration = true;

  for (let sample = 0; sample < SAMPLES_PER_MOVE; sample += 1) {
    const atMs = lastMs + Math.max(SHORTEST_GAP_MS, 2 * stepMs * random.next());
    const state = planStateAt(plan, atMs);
    const seconds = (atMs - lastMs) / 1000;
    const meanMmS = (state.positionMm - last.positionMm) / seconds;
    const meanMmS2 = (state.speedMmS - last.speedMmS) / seconds;
    if (Math.max(Math.abs(meanMmS), Math.abs(state.speedMmS)) > limits.maxSpeedMmS + TOLERANCE_MM_S)
      broken.speed = true;
    if (Math.abs(meanMmS2) > limits.maxAccelerationMmS2 + TOLERANCE_MM_S2) broken.acceleration = true;
    if (state.positionMm < zone.minMm - TOLERANCE_MM || state.positionMm > zone.maxMm + TOLERANCE_MM)
      broken.zone = true;
    last = state;
    lastMs = atMs;
  }
  found.speed += Number(broken.speed);
  found.acceleration += Number(broken.acceleration);
  found.zone += Number(broken.zone);
}

/** The mean speed between two turns of an oscillation over 100 mm. */
function strokeMeanMmS(): number {
  const plan = planOscillation({
    startMs: 0,
    from: { positionMm: 0, speedMmS: 0 },
    zone: { minMm: 0, maxMm: 100 },
    limits: { maxSpeedMmS: 400, maxAccelerationMmS2: 9000 },
    cruiseMmS: 400,
    heading: 'up',
  });
  const turns = plan.knots.filter((knot, index) => index > 0 && knot.speedMmS === 0);
  return 100 / ((turns[0]?.atMs ?? Number.NaN) / 1000);
}
