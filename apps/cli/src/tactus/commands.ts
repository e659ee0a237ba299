import type { CliCommand } from './command.ts';
import { connectCommand } from './connect-command.ts';
import { convertCommand } from './convert-command.ts';
import { hampCommand } from './hamp-command.ts';
import { infoCommand } from './info-command.ts';
import { playCommand } from './play-command.ts';
import { stopCommand } from './stop-command.ts';
import { streamCommand } from './stream-command.ts';
import { watchCommand } from './watch-command.ts';

/** Every command, in the order of the help. */
export const commands: ReadonlyMap<string, CliCommand> = new Map([
  ['connect', connectCommand],
  ['info', infoCommand],
  ['watch', watchCommand],
  ['hamp', hampCommand],
  ['play', playCommand],
  ['stream', streamCommand],
  ['stop', stopCommand],
  ['convert', convertCommand],
]);
