import { authSummaries } from '../auth.ts';
import type { CallSummaries } from '../endpoint.ts';
import type { CallName, endpoints, GroupName } from '../endpoints.ts';
import { hampSummaries } from '../hamp.ts';
import { hdspSummaries } from '../hdsp.ts';
import { hspSummaries } from '../hsp.ts';
import { hsspSummaries } from '../hssp.ts';
import { hstpSummaries } from '../hstp.ts';
import { hvpSummaries } from '../hvp.ts';
import { infoSummaries } from '../info.ts';
import { otaSummaries } from '../ota.ts';
import { utilsSummaries } from '../server-time.ts';
import { sliderSummaries } from '../slider.ts';
import { sseSummaries } from '../sse.ts';
import { streamSummaries } from '../stream.ts';
import { systemSummaries } from '../system.ts';

/** The one-line summaries of all calls, by API group. */
const summaries: { readonly [G in GroupName]: CallSummaries<(typeof endpoints)[G]> } = {
  auth: authSummaries,
  utils: utilsSummaries,
  info: infoSummaries,
  hamp: hampSummaries,
  hdsp: hdspSummaries,
  hssp: hsspSummaries,
  hsp: hspSummaries,
  hstp: hstpSummaries,
  hvp: hvpSummaries,
  slider: sliderSummaries,
  stream: streamSummaries,
  system: systemSummaries,
  ota: otaSummaries,
  sse: sseSummaries,
};

/** The one-line summary of a call. */
export function summaryOfCall(name: CallName, group: GroupName): string | undefined {
  const ofGroup: Readonly<Record<string, string>> = summaries[group];
  return ofGroup[name.slice(group.length + 1)];
}
