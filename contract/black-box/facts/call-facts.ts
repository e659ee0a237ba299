/** Facts about a call of the contract beside its row: inputs, effects, and the hardware that it needs. */
import type { CallName, ErrorKind, EventName } from '@tactus/protocol';
import type { Box, Profile } from '../../driven-cloud/driven-cloud.ts';
import type { Model } from '../../driven-cloud/models.ts';

/** Input of a call, or a function that makes it for a device. */
export type Given = object | ((box: Box) => object | Promise<object>);

/** A call that prepares the device for the call under test. */
export type Before = readonly [name: CallName, input?: Given];

/** An event, with the known fields of its payload. */
export type Expected = readonly [name: EventName, payload?: object];

/** The hardware that a call needs; a model without it refuses with 100017. */
export type Needs = 'slider' | 'vibration' | 'nothing';

/** Good input. */
export interface GoodCase {
  readonly title: string;
  readonly input?: Given;
  readonly before?: readonly Before[];
  /** Firmware of the device, where it must not be the newest. */
  readonly firmware?: string;
  /** The only profile of this case. */
  readonly profile?: Profile;
  /** Hardware that this input needs, where it differs from the call's. */
  readonly needs?: Needs;
  /** Fields of the result that are known beside its schema. */
  readonly result?: object | string | ((model: Model) => object | string);
  /** The documented refusal inside 200, in place of a result. */
  readonly refused?: ErrorKind;
  /** The events that follow at once: these, in this order, and no others. None when left out. */
  readonly events?: readonly Expected[];
  /** Events that arrive later, in this order; others may come between them. */
  readonly later?: readonly Expected[];
  /** The answer does not wait for the device, so a refusal by the model is not reported. */
  readonly answersEarly?: true;
  /** This call takes the device off the network. */
  readonly leaves?: true;
}

/** Input that the contract refuses: 400. */
export interface BadCase {
  readonly input: Given;
  /** The message of the answer, where the specification states one. */
  readonly message?: string;
  readonly profile?: Profile;
}

export interface CallFacts {
  /** `nothing` when left out. */
  readonly needs?: Needs;
  readonly good: readonly GoodCase[];
  /** Input that is refused beside what the API document does not allow, and texts that are specified. */
  readonly bad?: readonly BadCase[];
}

export type Facts = Readonly<Partial<Record<CallName, CallFacts>>>;

/** Whether the hardware of a model is sufficient. */
export const canDo = ({ slider, vibrates }: Model, needs: Needs = 'nothing'): boolean =>
  needs === 'nothing' || (needs === 'slider' ? slider : vibrates);

/** The input of a case for a device. */
export const inputFor = async (given: Given | undefined, box: Box): Promise<object | undefined> =>
  typeof given === 'function' ? (given as (box: Box) => object | Promise<object>)(box) : given; // no other function is possible
