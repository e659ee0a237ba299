import {
  calls,
  type DeviceBackend,
  type DeviceCallName,
  DeviceRefusal,
  type Endpoint,
  type ErrorKind,
  encodeLinkFrame,
  errorKinds,
  isDeviceCall,
  type LinkAnswer,
  type LinkCommand,
  readInput,
} from '@tactus/protocol';

/** Executes each command of a session once, however often it arrives. */
export interface CommandDeduplicator {
  /** Begins a session; does nothing for the current one. */
  begin(session: string): void;
  /** The highest command id that arrived in this session; 0 for none. */
  seen(): number;
  /** Executes a command, or sends its earlier answer again. */
  receive(command: LinkCommand): void;
  /** Sends answers again for commands that arrived before the cut; running ones answer when they are done. */
  answerAgain(ids: readonly number[]): void;
}

interface Options {
  readonly device: DeviceBackend;
  /** Sends an encoded answer; an unlinked sender drops it: the cloud requests it again after the welcome. */
  readonly send: (text: string) => void;
}

/** Answers that are stored; more than the cloud waits for at a time. */
const ANSWERS_REMEMBERED = 256;

const RUNNING = 'running';

/** Every call that a device answers, by name. */
const deviceCalls: ReadonlyMap<string, { readonly name: DeviceCallName; readonly endpoint: Endpoint }> = new Map(
  calls.flatMap(({ name, endpoint }) => (isDeviceCall(name) ? [[name, { name, endpoint }]] : [])),
);

/** Returns a deduplicator that has executed no command. */
export function createCommandDeduplicator({ device, send }: Options): CommandDeduplicator {
  let session: string | undefined;
  let answers = new Map<number, string>();
  let seen = 0;

  function finish(ofSession: string | undefined, answer: LinkAnswer): void {
    // Nothing waits for the answer to a command of an earlier session.
    if (ofSession !== session) return;
    const text = encode(answer);
    answers.delete(answer.id);
    answers.set(answer.id, text);
    forgetOldest();
    send(text);
  }

  function forgetOldest(): void {
    for (const [id, text] of answers) {
      if (answers.size <= ANSWERS_REMEMBERED) return;
      if (text !== RUNNING) answers.delete(id);
    }
  }

  async function execute(command: LinkCommand): Promise<unknown> {
    if (command.type === 'setClock') return device.setClock(command.measured);
    if (command.type === 'install') return device.install(command.firmware);
    const call = deviceCalls.get(command.name);
    if (!call) throw new DeviceRefusal(errorKinds.notSupported);
    const reading = readInput(call.endpoint, command.input);
    if (!reading.ok) throw new DeviceRefusal({ ...errorKinds.invalidParameter, message: reading.problem });
    // The row of this very name checked the input, which the compiler cannot follow from a name known at run time.
    return device.call(call.name, reading.input as never);
  }

  function answerFor(id: number): void {
    const remembered = answers.get(id);
    if (remembered === undefined) send(encode(refuse(id, errorKinds.deviceTimeout)));
    else if (remembered !== RUNNING) send(remembered);
  }

  return {
    seen: () => seen,
    begin(next) {
      if (next === session) return;
      session = next;
      answers = new Map();
      seen = 0;
    },
    receive(command) {
      const { id } = command;
      // Ids only rise: an id not above the highest has arrived before, even if its answer is no longer stored.
      if (id <= seen) {
        answerFor(id);
        return;
      }
      seen = id;
      answers.set(id, RUNNING);
      const ofSession = session;
      execute(command).then(
        (result) => finish(ofSession, { type: 'answer', id, ...(result !== undefined && { result }) }),
        (error: unknown) => finish(ofSession, refuse(id, kindOf(error))),
      );
    },
    answerAgain(ids) {
      for (const id of ids) answerFor(id);
    },
  };
}

/** The refusal for an error of the device that is none itself. */
const kindOf = (error: unknown): ErrorKind =>
  error instanceof DeviceRefusal ? error.kind : { ...errorKinds.genericFail, message: String(error).slice(0, 1_000) };

const refuse = (id: number, { code, name, message }: ErrorKind): LinkAnswer => ({
  type: 'answer',
  id,
  error: { code, name, message },
});

/** Replaces an answer that is too large for a frame, or no JSON, by an error. */
function encode(answer: LinkAnswer): string {
  const text = tryEncode(answer);
  if (text !== undefined) return text;
  // An error without details always fits.
  return JSON.stringify(refuse(answer.id, errorKinds.messageTooBig));
}

function tryEncode(answer: LinkAnswer): string | undefined {
  try {
    return encodeLinkFrame(answer);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
