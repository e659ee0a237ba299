import { expect, test } from 'vitest';
import { decideLease, type LeaseHolder } from './decide-lease.ts';

const owner: LeaseHolder = { holder: 'tab-1', rank: 'owner' };
const otherOwner: LeaseHolder = { holder: 'tab-2', rank: 'owner' };
const guest: LeaseHolder = { holder: 'guest-1', rank: 'guest' };
const otherGuest: LeaseHolder = { holder: 'guest-2', rank: 'guest' };

test.each([
  ['any client gets a device without a holder', undefined, guest, 'granted'],
  ['a newer owner takes over from an older one', owner, otherOwner, 'takes-over'],
  ['an owner takes over from a guest', guest, owner, 'takes-over'],
  ['a guest is refused by an owner', owner, guest, 'refused'],
  ['a guest is refused by another guest', guest, otherGuest, 'refused'],
  ['a guest goes on after itself', guest, guest, 'takes-over'],
] as const)('%s', (_, held, requested, decision) => expect(decideLease(held, requested)).toBe(decision));
