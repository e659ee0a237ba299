/** What is known about a call of the contract beside its row: bodies, what comes of them, and who cannot do it. */
import type { CallName, ErrorKind, EventName } from '@tactus/protocol';
import type { Box, Profile } from '../../driven-cloud/driven-cloud.ts';
import type { Model } from '../../driven-cloud/models.ts';

/** Input of a call, or how to get one for a device. */
export type Given = object | ((box: Box) => object | Promise<object>);

/** A call that is made before, so that the one in question has something to do. */
export type Before = readonly [name: CallName, input?: Given];

/** An event, with fields of its payload that are known. */
export type Expected = readonly [name: EventName, payload?: object];

/** What hardware a call needs; a model without it refuses with 100017. */
export type Needs = 'slider' | 'vibration' | 'nothing';

/** Input that is taken. */
export interface GoodCase {
  readonly says: string;
  readonly input?: Given;
  readonly before?: readonly Before[];
  /** Where another firmware than the newest is needed. */
  readonly firmware?: string;
  /** Only where the profile is this one. */
  readonly profile?: Profile;
  /** Where this input needs other hardware than the call does as a rule. */
  readonly needs?: Needs;
  /** Fields of the result that are known beside its schema. */
  readonly result?: object | string | ((model: Model) => object | string);
  /** The refusal inside 200 that is documented, in place of a result. */
  readonly refused?: ErrorKind;
  /** The events that follow at once: these, in this order, and no others. None when left out. */
  readonly events?: readonly Expected[];
  /** Events that come in time, in this order; others may come between them. */
  readonly later?: readonly Expected[];
  /** The answer does not wait for the device, so a model that cannot do it is not heard refusing. */
  readonly unheard?: true;
  /** The device leaves the network by this call. */
  readonly leaves?: true;
}

/** Input that is outside the contract: 400. */
export interface BadCase {
  readonly input: Given;
  /** What the answer says, where the specification has words for it. */
  readonly message?: string;
  readonly profile?: Profile;
}

export interface CallFacts {
  /** `nothing` when left out. */
  readonly needs?: Needs;
  readonly good: readonly GoodCase[];
  readonly bad: readonly BadCase[];
}

export type Facts = Readonly<Partial<Record<CallName, CallFacts>>>;

/** Inputs that are each outside the contract. */
export const eachBad = (...inputs: readonly object[]): readonly BadCase[] => inputs.map((input) => ({ input }));

/** Whether the hardware of a model can do what is needed. */
export const canDo = ({ slider, vibrates }: Model, needs: Needs = 'nothing'): boolean =>
  needs === 'nothing' || (needs === 'slider' ? slider : vibrates);

/** The input of a case for a device. */
export const inputFor = async (given: Given | undefined, box: Box): Promise<object | undefined> =>
  typeof given === 'function' ? (given as (box: Box) => object | Promise<object>)(box) : given; // no other function is one
