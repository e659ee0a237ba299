import type { Random } from '@tactus/time';

/** Something in a cloud, with what was acknowledged of it so far. */
export interface Thing {
  /** Changes it, and notes the change once it was acknowledged. */
  change(url: string, random: Random): Promise<void>;
  /** Expects all that was acknowledged. */
  expectThere(url: string): Promise<void>;
  remove(url: string): Promise<void>;
  expectGone(url: string): Promise<void>;
}

/** Makes something in a cloud. */
export type Make = (url: string, random: Random) => Promise<Thing>;

export const TACTUS = '/api/tactus';
export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
