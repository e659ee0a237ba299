import type { TrackEvent } from '../analytics/events.ts';
import { type ErrorLog, messageOfThrown } from '../device/session/log.ts';
import { type InAppAddress, parseInAppAddress } from '../features/connect/in-app-address.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { guardRedirect, readUrlParameters } from './guard.ts';
import { isSharingShown } from './routes/menu-entry.ts';
import type { StartableMotion } from './routes/route-page.ts';
import { findRoute, mayGoOnBeside, type RouteRow } from './routes/routes.ts';

/** The parts that navigation uses. */
export interface NavigationPorts {
  readonly settings: SettingsStore;
  readonly track: TrackEvent;
  readonly log: ErrorLog;
  /** Connects the key in an address. */
  readonly linkKey: (connectionKey: string) => void;
  /** Shows an error of a hook to the person. */
  readonly showError: (message: string) => void;
  /** Whether something moves that leaving a page would stop. */
  readonly isMoving: () => boolean;
  /** Stops the device, whether or not it is known to move. */
  readonly stopMotion: () => void;
  /** Shows the person that the device stops because its page was left. */
  readonly showStopped: () => void;
  /** Ends that message: on yet another page it says nothing new, and could cover a control. */
  readonly hideStopped: () => void;
  readonly scrollToTop: () => void;
  /** Whether the app runs inside another page. */
  readonly embedded: boolean;
}

/** The hooks of every navigation. */
export interface NavigationHooks {
  /** Runs first: leaves the previous page. */
  before(fromPath: string | undefined, toPath: string): void;
  /** Reads the address, then guards the route. Returns the address to go to instead; undefined lets it pass. */
  enter(href: string): InAppAddress | undefined;
  /** After the page is shown. */
  after(path: string): void;
}

/** An error in a hook is logged and shown with its message; the navigation goes on. */
export function createNavigationHooks(ports: NavigationPorts): NavigationHooks {
  const { settings, log } = ports;
  const pageViews = createPageViewTracker(ports.track);

  function guarded<Result>(hook: () => Result): Result | undefined {
    try {
      return hook();
    } catch (error) {
      log.error('A navigation hook failed', error);
      ports.showError(messageOfThrown(error));
      return undefined;
    }
  }

  function enter(href: string): InAppAddress | undefined {
    const address = parseInAppAddress(href);
    if (address === undefined) return undefined;
    const { connectionKey, device, cleaned } = readUrlParameters(address);
    if (device !== undefined) settings.chooseDevice(device);
    if (connectionKey !== undefined) ports.linkKey(connectionKey);
    if (device !== undefined || connectionKey !== undefined) settings.update({ deviceSelectionComplete: true });
    if (cleaned !== undefined) return cleaned;
    const row = findRoute(address.path);
    const selectionComplete = settings.state.getState().deviceSelectionComplete;
    const instead = guardRedirect({ address, selectionComplete, known: row !== undefined, embedded: ports.embedded });
    if (instead !== undefined) return parseInAppAddress(instead);
    const isSharing = isSharingShown({ pathname: address.path, hash: address.hash.slice(1) });
    if (row?.page.controls !== undefined && !isSharing) settings.update({ lastControlPage: row.path });
    return undefined;
  }

  return {
    before(fromPath, toPath) {
      guarded(() => pageViews.before());
      guarded(() => {
        if (fromPath === undefined) return;
        const { stopOnLeave } = settings.state.getState();
        const [left, entered] = [findRoute(fromPath), findRoute(toPath)];
        const mustStop = mustStopOnLeave({ left, entered, stopOnLeave });
        const stopsMotion = ports.isMoving() && (mustStop || endsPlaybackOnLeave(left, entered));
        if (mustStop) ports.stopMotion();
        if (stopsMotion) ports.showStopped();
        else if (left !== entered) ports.hideStopped();
      });
    },
    enter: (href) => guarded(() => enter(href)),
    after(path) {
      guarded(() => ports.scrollToTop());
      guarded(() => pageViews.after(path));
    },
  };
}

/**
 * Whether the device must be stopped on the way from one page to another: where the next page could not control the
 * motion that this page may have started. A film that may go on is never left to a page that may command the device.
 * @internal
 */
export function mustStopOnLeave(from: {
  left: RouteRow | undefined;
  entered: RouteRow | undefined;
  stopOnLeave: boolean;
}): boolean {
  if (!from.stopOnLeave) return from.left?.page.mayGoOn === true && endsPlaybackOnLeave(from.left, from.entered);
  const next = motionsOf(from.entered);
  return motionsOf(from.left).some((motion) => !next.includes(motion));
}

/** Whether a page that is left ends what it plays, whatever the settings say. */
function endsPlaybackOnLeave(left: RouteRow | undefined, entered: RouteRow | undefined): boolean {
  if (left === entered) return false;
  return left?.page.endsOnLeave === true || (left?.page.mayGoOn === true && !mayGoOnBeside(entered));
}

function motionsOf(row: RouteRow | undefined): readonly StartableMotion[] {
  const controls = row?.page.controls ?? [];
  return typeof controls === 'string' ? [controls] : controls;
}

/** Raises page-view after each navigation and page-leave before each but the first. */
interface PageViewTracker {
  before(): void;
  after(path: string): void;
}

/** A navigation that is redirected to another page leaves and views once. Paths are named by their pattern. @internal */
export function createPageViewTracker(track: TrackEvent): PageViewTracker {
  let current: string | undefined;
  return {
    before() {
      if (current === undefined) return;
      track('page_leave', { path: current });
      current = undefined;
    },
    after(path) {
      // The pattern, never the path itself: a path can hold a connection key.
      current = findRoute(path)?.path ?? 'not-found';
      track('page_view', { path: current });
    },
  };
}
