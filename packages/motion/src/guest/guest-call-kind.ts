import { type CallName, endpointOf, GUEST_MODES, type GuestMode, isStopCall } from '@tactus/protocol';

/** The meaning of a call for a guest: it reads, it stops, it drives in a mode, it sets a mode, or guests may not make it. */
export type GuestCallKind = 'read' | 'stop' | 'stream' | GuestMode | 'never';

/**
 * Classifies a call of the contract for guests. Any guest may stop the device. The calls of a mode need the owner's permission for
 * that mode; other calls that change something are refused.
 */
export function guestCallKind(name: CallName, input: unknown): GuestCallKind {
  if (isStopCall(name, input)) return 'stop';
  const { method, motion, envelope } = endpointOf(name);
  if (envelope === 'stream') return 'stream';
  if (method === 'GET') return motion === 'none' && !ISSUES_TOKENS.has(name) ? 'read' : 'never';
  return GUEST_MODES.find((mode) => name.startsWith(mode) && name[mode.length] === '.') ?? 'never';
}

/** A guest acts by its session, and needs no tokens. */
const ISSUES_TOKENS: ReadonlySet<CallName> = new Set(['auth.issueToken', 'auth.renewToken']);
