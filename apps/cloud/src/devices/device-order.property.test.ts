import { createRandom, type Random } from '@tactus/time';
import { expect, test } from 'vitest';
import {
  createDeviceCommandOrder,
  type DeviceCommandOrder,
  type NumberedCommand,
  REPEATED_ANSWER_LIFETIME_MS,
} from './device-order.ts';

/**
 * Two clients, each with two connections, send commands and Stops to one device. Every attempt takes its own time (some
 * connections stall for minutes), attempts and answers may be lost, and a lost one is sent again under its number. The cloud
 * takes its time between a command's arrival and the hand-over to the device.
 */
interface Rules {
  readonly create: () => DeviceCommandOrder;
  /** Whether the order is checked again right before the hand-over. */
  readonly checksAgain: boolean;
}

const RULES: Rules = { create: createDeviceCommandOrder, checksAgain: true };

/** Rules with one thing wrong. */
const faulty = (change: (right: DeviceCommandOrder) => Partial<DeviceCommandOrder>, checksAgain = true): Rules => ({
  checksAgain,
  create() {
    const right = createDeviceCommandOrder();
    return { ...right, ...change(right) };
  },
});

const withNumbers = (command: NumberedCommand, change: (number: number) => number): NumberedCommand => ({
  ...command,
  numbers: command.numbers.map(({ client, number }) => ({ client, number: change(number) })),
});

/** A Stop has no effect on its arrival, but only on commands that arrive after its execution, a moment later. */
function barsLate(right: DeviceCommandOrder): Partial<DeviceCommandOrder> {
  const waiting: { readonly stop: NumberedCommand; readonly dueMs: number }[] = [];
  return {
    admit(command, nowMs) {
      for (const { stop, dueMs } of waiting.splice(0)) {
        if (dueMs > nowMs) waiting.push({ stop, dueMs });
        else right.admit({ ...stop, id: undefined }, nowMs);
      }
      if (!command.isStop) return right.admit(command, nowMs);
      waiting.push({ stop: command, dueMs: nowMs + 30 });
      return right.admit({ ...command, numbers: [] }, nowMs);
    },
  };
}

/** A late Stop removes the bar of a newer one. */
function barFalls(): Rules {
  return {
    checksAgain: true,
    create() {
      let right = createDeviceCommandOrder();
      return {
        admit(command, nowMs) {
          if (command.isStop) right = createDeviceCommandOrder();
          return right.admit(command, nowMs);
        },
        mayRun: (command) => right.mayRun(command),
        settle: (...settled) => right.settle(...settled),
        expire: (nowMs) => right.expire(nowMs),
      };
    },
  };
}

const FAULTS: Readonly<Record<string, Rules>> = {
  'the order is not checked before the hand-over': { ...RULES, checksAgain: false },
  'a Stop bars only once it has been executed': faulty(barsLate),
  'an older Stop removes the bar of a newer one': barFalls(),
  'a Stop does not bar at all': faulty((right) => ({
    admit: (command, nowMs) => right.admit(command.isStop ? { ...command, numbers: [] } : command, nowMs),
  })),
  'a Stop bars one number too few': faulty((right) => ({
    admit: (command, nowMs) => right.admit(command.isStop ? withNumbers(command, (n) => n - 1) : command, nowMs),
  })),
  'a Stop bars newer commands too': faulty((right) => ({
    admit: (command, nowMs) => right.admit(command.isStop ? withNumbers(command, (n) => n + 2) : command, nowMs),
  })),
  'a command is known by its id only once it is answered': faulty((right) => ({
    admit(command, nowMs) {
      const admission = right.admit(command, nowMs);
      if (admission === 'run' && command.id !== undefined) right.settle(command.id, false, nowMs);
      return admission;
    },
  })),
  'an answer is dropped at once': faulty((right) => ({
    settle: (id, _isKept, nowMs) => right.settle(id, false, nowMs),
  })),
  'an attempt that comes after its answer was dropped is executed': faulty((right) => ({
    admit: (command, nowMs) => right.admit(command.isStop ? command : { ...command, numbers: [] }, nowMs),
    mayRun: () => true,
  })),
  'the commands of all clients are numbered as one': faulty((right) => {
    const together = (command: NumberedCommand) => ({
      ...command,
      numbers: command.numbers.map(({ number }) => ({ client: 'all', number })),
    });
    return {
      admit: (command, nowMs) => right.admit(together(command), nowMs),
      mayRun: (command) => right.mayRun(together(command)),
    };
  }),
};

interface Sent {
  readonly command: NumberedCommand;
  readonly client: number;
  readonly number: number;
  readonly sentAtMs: number;
}

/** Commands that the device executed, in order, and the outcome of every command. */
interface Run {
  readonly problems: readonly string[];
}

/** Runs one interleaving to its end. All events are entries of one agenda, in the order of time. */
function simulate(rules: Rules, seed: number): Run {
  const random = createRandom(seed);
  const order = rules.create();
  const agenda: { readonly atMs: number; readonly happen: (nowMs: number) => void }[] = [];
  const problems: string[] = [];
  const carriedOutAtMs = new Map<string, number>();
  const refusedFresh = new Set<string>();
  const newestStopDone = [0, 0];
  const stopsArrived: number[][] = [[], []];

  const at = (atMs: number, happen: (nowMs: number) => void) => void agenda.push({ atMs, happen });

  function handOver({ command, client, number }: Sent, nowMs: number): void {
    if (rules.checksAgain && !order.mayRun(command)) {
      order.settle(command.id ?? '', false, nowMs);
      return;
    }
    const name = `${client}/${number}`;
    const before = carriedOutAtMs.get(name);
    carriedOutAtMs.set(name, nowMs);
    // A Stop that was delayed for longer than answers are stored is executed once more, which does no harm.
    const mayRepeat = command.isStop && before !== undefined && nowMs - before > REPEATED_ANSWER_LIFETIME_MS;
    if (before !== undefined && !mayRepeat) problems.push(`${name} was carried out twice`);
    const newestStop = newestStopDone[client] ?? 0;
    if (command.isStop) newestStopDone[client] = Math.max(newestStop, number);
    else if (number < newestStop) problems.push(`${name} was carried out after Stop ${newestStop}`);
    at(nowMs + random.exponential(20), (answeredMs) => order.settle(command.id ?? '', true, answeredMs));
  }

  function arrive(sent: Sent, nowMs: number): void {
    const { command, client, number, sentAtMs } = sent;
    const name = `${client}/${number}`;
    if (random.next() < 0.05) order.expire(nowMs);
    const admission = order.admit(command, nowMs);
    if (command.isStop) stopsArrived[client]?.push(number);
    if (admission === 'run')
      at(nowMs + (command.isStop ? 1 : random.exponential(15)), (runMs) => handOver(sent, runMs));
    if (admission === 'conflict') problems.push(`${name} was taken for another command`);
    const isOlder = stopsArrived[client]?.some((stop) => stop > number) ?? false;
    const isFresh = nowMs - sentAtMs < 10_000;
    if (admission === 'overtaken' && !isOlder && isFresh) refusedFresh.add(name);
  }

  function send(sent: Sent, attempts: number): void {
    const { sentAtMs } = sent;
    const stands = random.next() < 0.05;
    const tripMs = stands ? random.integer(1_000, 200_000) : random.exponential(30);
    const isLost = random.next() < 0.1;
    if (!isLost) at(sentAtMs + tripMs, (nowMs) => arrive(sent, nowMs));
    // The answer is lost: the client cannot know whether the command arrived, and sends it again.
    if (attempts < 3 && (isLost || random.next() < 0.3))
      at(sentAtMs + random.integer(1, 900), (nowMs) => send({ ...sent, sentAtMs: nowMs }, attempts + 1));
  }

  for (let client = 0; client < 2; client++) {
    let sentAtMs = 0;
    for (let number = 1; number <= 12; number++) {
      sentAtMs += nextPauseMs(random);
      const isStop = random.next() < 0.3;
      const command = {
        numbers: [{ client: `client-${client}`, number }],
        id: `client-${client}/${number}`,
        fingerprint: isStop ? 'hamp.stop' : 'hamp.start',
        isStop,
      };
      const sent = { command, client, number, sentAtMs };
      at(sentAtMs, () => send(sent, 1));
    }
  }

  while (agenda.length > 0) {
    let next = 0;
    for (let index = 1; index < agenda.length; index++)
      if ((agenda[index]?.atMs ?? Infinity) < (agenda[next]?.atMs ?? Infinity)) next = index;
    const [entry] = agenda.splice(next, 1);
    entry?.happen(entry.atMs);
  }
  for (const name of refusedFresh) problems.push(`${name} was refused, though no newer Stop had arrived`);
  return { problems };
}

const nextPauseMs = (random: Random) => (random.next() < 0.1 ? random.integer(20_000, 90_000) : random.exponential(40));

/** `npm run deep -- order` sets the full number. */
const RUNS = Number(process.env['TACTUS_DEEP_ORDERS'] ?? 10_000);
/** Every planted fault is found within this number. */
const FAULT_RUNS = 2_000;

function firstProblem(rules: Rules, runs: number): string | undefined {
  for (let seed = 1; seed <= runs; seed++) {
    const [problem] = simulate(rules, seed).problems;
    if (problem !== undefined) return `seed ${seed}: ${problem}`;
  }
  return undefined;
}

test('no command older than a Stop runs after the Stop, none runs twice, and no other is refused', () => {
  expect(firstProblem(RULES, RUNS)).toBeUndefined();
});

test.each(Object.keys(FAULTS))('the simulation finds a planted fault: %s', (name) => {
  expect(firstProblem(FAULTS[name] ?? RULES, FAULT_RUNS)).toBeDefined();
});
