import type { CallName } from '@tactus/protocol';
import type { Profile } from '../../driven-cloud/driven-cloud.ts';
import type { CallFacts, Facts, GoodCase } from './call-facts.ts';
import { hspFacts } from './hsp-facts.ts';
import { infoFacts } from './info-facts.ts';
import { motionFacts } from './motion-facts.ts';
import { playbackFacts } from './playback-facts.ts';
import { systemFacts } from './system-facts.ts';

/** The facts of every call; `every row of the contract has its facts, and every fact has a row` fails where one is missing. */
export const allFacts: Facts = { ...infoFacts, ...motionFacts, ...hspFacts, ...playbackFacts, ...systemFacts };

/** The facts of one call. Throws where there are none. */
export function factsOf(name: CallName): CallFacts {
  const facts = allFacts[name];
  if (!facts) throw new Error(`${name} has no facts`);
  return facts;
}

/** The first good input of a call under a profile. */
export function firstGood(name: CallName, profile: Profile): GoodCase {
  const one = factsOf(name).good.find((good) => good.profile === undefined || good.profile === profile);
  if (!one) throw new Error(`${name} has no good input under the profile ${profile}`);
  return one;
}
