/** Runs the cloud as a process: reads the environment, listens, and ends cleanly by a signal. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemRandom, systemTime } from '@tactus/time';
import { createCloud } from './cloud.ts';
import { type CloudConfig, readConfig } from './config/config.ts';
import type { NetworkAccess } from './features/network/network-access.ts';
import { readInstalledProgram, startCommand } from './features/updates/installed-program.ts';
import { firstPageCommand, openPage } from './first-page.ts';
import { createLog } from './observability/logger.ts';
import { lastLinesTaken, neverWaitFor, standardOutput } from './observability/standard-output.ts';
import { StoreAway, storageProblemAtStart } from './store/storage-fault.ts';

/** The built app beside this one. */
const WEB_ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web', 'dist');

/** Time limit of an orderly close; driven devices get a second of it to come to rest. */
const CLOSE_WITHIN_MS = 4_000;

/** The command that a person types to start it. */
const start = startCommand(readInstalledProgram());

neverWaitFor(process.stderr);
// A closed terminal must not end the process before all is closed.
process.stderr.on('error', () => undefined);
const printError = (line: string) => void process.stderr.write(`${line}\n`);

/** Prints why the cloud cannot run, and ends the process. */
function exitWithError(lines: readonly string[]): never {
  for (const line of lines) printError(line);
  process.exit(1);
}

const reading = readConfig(process.env, WEB_ROOT);
if (!reading.ok) exitWithError(reading.problems);
await run(reading.config);

async function run(config: CloudConfig): Promise<void> {
  const log = createLog({ level: config.logLevel, time: systemTime, destination: standardOutput() });
  const { dataDir } = config;
  const { env, platform, stderr } = process;
  const browser = firstPageCommand({ dataDir, env, platform, isTerminal: stderr.isTTY === true });
  const cloud = await createCloud({
    ...{ config, time: systemTime, random: systemRandom(), log },
    onNewerVersion: ({ version, installed, command }) =>
      printError(`Tactus ${version} is available, this is ${installed}. To update, stop it and run: ${command}`),
  }).catch((error: unknown) => exitWithError([storageProblemAtStart(error, dataDir) ?? whyNot(error, config)]));

  let isEnding = false;
  const end = (signal: NodeJS.Signals) => {
    if (isEnding) return; // npm forwards the Ctrl-C that the terminal has already sent
    isEnding = true;
    log.info({ signal }, 'closing');
    const tooSlow = `Not all was closed within ${CLOSE_WITHIN_MS / 1_000} s: what waited for the store may not be stored.`;
    systemTime.after(CLOSE_WITHIN_MS, () => exitWithError([tooSlow]));
    cloud.close().then(
      () => lastLinesTaken(systemTime).then(() => process.exit(0)),
      (error: unknown) => exitWithError([`Closing failed: ${error instanceof Error ? error.message : String(error)}`]),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);

  const { url, port, network } = await cloud.listen().catch((error: unknown) => exitWithError([whyNot(error, config)]));
  log.info({ url, profile: config.profile, control: config.control }, 'listening');
  // By one name each time: to a browser, 127.0.0.1 and localhost are two sites, each with devices and settings of its own.
  const isHere = config.loopbackOnly || new URL(url).hostname === '127.0.0.1';
  const address = config.siteUrl ?? (isHere ? `${new URL(url).protocol}//localhost:${port}` : url);
  printError(`Tactus runs on ${address}`);
  if (network) await printNetwork(network, stderr.isTTY);
  else if (browser) printError(`To open it on a phone of this network too: TACTUS_NETWORK=1 ${start}`);
  if (browser) openPage(browser, address);
}

/** Prints how other devices of the local network open the app: for a camera, and for typing. */
async function printNetwork({ code, origins, links }: NetworkAccess, isTerminal: boolean): Promise<void> {
  const [link] = links();
  if (link !== undefined && isTerminal) printError((await import('uqr')).renderUnicodeCompact(link));
  printError(
    link === undefined
      ? 'This machine has no address in a local network'
      : `On this network: ${origins().join(' or ')}, code ${code}`,
  );
}

/** One clear sentence for the person who started the process. */
function whyNot(error: unknown, { host, port, network }: CloudConfig): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} ${start}`;
  if (code === 'EACCES')
    return `Port ${port} needs rights that this process does not have. Choose one above 1023: PORT=8787`;
  const address = error instanceof Error && 'address' in error ? String(error.address) : host;
  if (code === 'EADDRNOTAVAIL' && network?.includes(address))
    return `${address} is no address of this machine. Choose others for TACTUS_NETWORK.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Choose another HOST.`;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StoreAway) return error.message;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
