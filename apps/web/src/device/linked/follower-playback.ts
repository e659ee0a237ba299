import { applyRecipe, type ScriptColumns } from '@tactus/motion';
import type { CloudFeatures, Device, MediaPort } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { type FollowerScript, openFollowerScript, type PlayableScript } from './follower-script.ts';
import type { FollowerMember } from './followers.ts';
import type { LinkedDevices } from './linked-devices.ts';
import { observedMedia } from './observed-media.ts';

/** The script that the devices play which follow the one in use. */
export interface FollowerPlayback extends Omit<FollowerScript, 'settled'> {
  /** Makes those rest that move by it, or lets them join; one that somebody stopped rests on. Resolves once no play is on its way. */
  hold(isHeld: boolean): Promise<unknown>;
}

/** The part of the linked devices that plays scripts on followers. */
export type ScriptFollowers = Pick<LinkedDevices, 'followers' | 'followerOf' | 'reportFailure' | 'setHindrance'>;

/** A script that a follower plays, and how the follower differs from the device in use. */
interface OpenScript {
  readonly script: FollowerScript;
  member: FollowerMember;
}

/**
 * Plays the script of the device in use on every device that follows it, while the page reaches them: each is in step with
 * the medium by itself, ahead of it and as strong as its settings say. One that connects later joins.
 */
export function playOnFollowers(parts: {
  readonly linked: ScriptFollowers;
  readonly time: Time;
  readonly features: CloudFeatures;
  readonly media: MediaPort;
  readonly script: PlayableScript;
  /** `false`: the sliders join the course, without a move to its start first. */
  readonly leadIn?: false;
  /** The clock of the cloud for all of them; left out: each one's own. */
  readonly clock?: Device['clock'];
  readonly toVibration: (points: ScriptColumns) => Promise<ScriptColumns>;
}): FollowerPlayback {
  const { linked, media } = parts;
  const open = new Map<string, OpenScript>();
  let { script } = parts;
  let isHeld = false;

  function scriptFor({ scalePercent }: FollowerMember): PlayableScript {
    if (!('points' in script) || scalePercent === 100) return script;
    return { points: applyRecipe(script.points, [{ kind: 'intensity', factor: scalePercent / 100 }]) };
  }

  function begin(member: FollowerMember): void {
    const { connectionKey } = member;
    const device = linked.followerOf(connectionKey);
    if (!device || member.word !== 'ready') return;
    const aheadMs = () => open.get(connectionKey)?.member.offsetMs ?? member.offsetMs;
    const opened = openFollowerScript({
      ...parts,
      ...{ device, media: observedMedia(media, aheadMs), script: scriptFor(member) },
      onError: (error) => linked.reportFailure(device, error),
      onHindrance: (hindrance) => linked.setHindrance(device, hindrance),
    });
    open.set(connectionKey, { script: opened, member });
  }

  function resend({ script: opened, member }: OpenScript, how: 'setPoints' | 'continueWith' = 'setPoints'): void {
    const next = scriptFor(member);
    if ('points' in next) opened[how](next.points);
  }

  function replace(points: ScriptColumns, how: 'setPoints' | 'continueWith'): void {
    script = { points };
    for (const one of open.values()) resend(one, how);
  }

  function changed(known: OpenScript, member: FollowerMember): void {
    const { scalePercent } = known.member;
    known.member = member;
    if (member.scalePercent !== scalePercent) resend(known);
  }

  function update(): void {
    const { reached, members } = linked.followers.getState();
    const taking = members.filter(({ part }) => reached && (!isHeld || part === 'rests'));
    const wanted = new Map(taking.map((member) => [member.connectionKey, member]));
    for (const [key, { script: opened }] of open) {
      if (wanted.has(key)) continue;
      open.delete(key);
      opened.close();
    }
    for (const [key, member] of wanted) {
      const known = open.get(key);
      if (known) changed(known, member);
      else begin(member);
    }
  }

  const undo = linked.followers.subscribe(update);
  update();
  return {
    setPoints: (points) => replace(points, 'setPoints'),
    continueWith: (points) => replace(points, 'continueWith'),
    join() {
      for (const { script: opened } of open.values()) opened.join();
    },
    close() {
      undo();
      for (const { script: opened } of open.values()) opened.close();
      open.clear();
    },
    hold(next) {
      isHeld = next;
      const before = [...open.values()];
      update();
      return Promise.all(before.map(({ script: opened }) => opened.settled()));
    },
  };
}
