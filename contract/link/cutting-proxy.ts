/** A TCP proxy that drops bytes in either direction, and cuts connections in the middle. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type Direction = 'up' | 'down' | 'both';

export interface CuttingProxy {
  readonly port: number;
  /** Number of open connections. */
  open(): number;
  /** From now on, bytes in this direction never arrive, on the present connections. */
  swallow(direction: Direction): void;
  /** Cuts every connection. */
  cut(): void;
  /** From now on nothing passes: silently, on old connections and new ones, or with every connection cut. */
  endAll(how: 'silent' | 'broken'): void;
  /** After `endAll`: from now on new connections pass again. */
  restore(): void;
  /** Whether the target has ended every connection by itself. */
  isLeftByTarget(): boolean;
}

interface Line {
  readonly near: Socket;
  readonly far: Socket;
  swallowed: Direction | undefined;
}

/** Runs in front of a port of this machine until the end of the test. */
export async function startProxy(targetPort: number): Promise<CuttingProxy> {
  const lines = new Set<Line>();
  let ended: 'silent' | 'broken' | undefined;
  let leftByTarget = true;
  const server = createServer({ noDelay: true }, (near) => {
    if (ended === 'broken') return void near.resetAndDestroy();
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    const line: Line = { near, far, swallowed: ended && 'both' };
    lines.add(line);
    leftByTarget = false;
    far.on('close', () => {
      if (line.swallowed) leftByTarget = true;
    });
    near.on('data', (chunk) => {
      if (line.swallowed !== 'up' && line.swallowed !== 'both') far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (line.swallowed !== 'down' && line.swallowed !== 'both') near.write(chunk);
    });
    for (const [side, other] of [
      [near, far],
      [far, near],
    ] as const) {
      side.on('error', () => side.destroy());
      side.on('close', () => {
        lines.delete(line);
        if (!line.swallowed) other.destroySoon();
        else if (side === near) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const { near, far } of [...lines]) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  };
  const swallow = (direction: Direction) => {
    for (const line of lines) line.swallowed = direction;
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    cut,
    port: (server.address() as AddressInfo).port,
    open: () => lines.size,
    isLeftByTarget: () => leftByTarget,
    swallow,
    endAll(how) {
      ended = how;
      if (how === 'broken') cut();
      else swallow('both');
    },
    restore() {
      ended = undefined;
    },
  };
}
