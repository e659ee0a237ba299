import {
  type BeatLap,
  type BeatShape,
  COLUMNS_PER_BEAT,
  columnDueMs,
  type LapContent,
  nextPlaylistPlace,
  type PlaylistEntry,
  type PlaylistPlace,
} from '@tactus/motion';

/** The source to play: the beat in the editor, or the playlist. */
export type BeatPlaybackSource = 'beat' | 'playlist';

/** A beat to play, with its tempo. */
export interface PlayedBeat extends BeatShape {
  readonly cellMs: number;
}

/** What the player plays: the beat in the editor, and the beats of the playlist. */
export interface PlaybackSourceContent {
  readonly beat: PlayedBeat;
  readonly playlist: readonly (PlaylistEntry & { readonly played: PlayedBeat })[];
  readonly shuffle: boolean;
  /** A change of tempo counts from the middle of the lap; otherwise from the next lap. */
  readonly tempoAtHalf: boolean;
}

/** One lap of a beat that plays, with the beat that it is of. */
export interface PlayedLap extends BeatLap {
  readonly place: PlaylistPlace | undefined;
  /** The number of the saved beat; empty for the beat in the editor. */
  readonly uuid: string;
  /** Columns of all laps before it: a beat is on every fourth of them. */
  readonly columnsBefore: number;
}

/** The lap that follows another, or the first one. The beat in the editor goes on at the tempo that it has reached. */
export function nextLap(
  before: PlayedLap | undefined,
  what: BeatPlaybackSource | undefined,
  content: PlaybackSourceContent,
  share: () => number,
): LapContent<PlayedLap> {
  const { playlist, shuffle, beat } = content;
  const columnsBefore = before ? before.columnsBefore + before.beat.levels.length : 0;
  const place = what === 'playlist' ? nextPlaylistPlace(playlist, before?.place, { shuffle, share }) : undefined;
  const entry = place && playlist[place.order[place.at] ?? 0];
  if (place && entry) {
    const { cellMs } = entry.played;
    return { beat: entry.played, cellMs, laterCellMs: cellMs, uuid: entry.uuid, place, columnsBefore };
  }
  const cellMs = before && !before.place ? before.laterCellMs : beat.cellMs;
  return { beat, cellMs, laterCellMs: cellMs, uuid: '', place: undefined, columnsBefore };
}

/** The beats of a lap, ms of the stream; the first column of a lap is accented where it is on a beat. */
export function beatsOfLap(lap: PlayedLap): { readonly atMs: number; readonly isFirst: boolean }[] {
  return lap.beat.levels.flatMap((_, column) =>
    (lap.columnsBefore + column) % COLUMNS_PER_BEAT === 0
      ? [{ atMs: columnDueMs(lap, column), isFirst: column === 0 }]
      : [],
  );
}

/** Whether two beats have the same strokes; their tempo may differ. */
export function isSameExceptTempo(one: BeatShape, other: BeatShape): boolean {
  return (
    one.fillPoints === other.fillPoints &&
    one.addEndPoint === other.addEndPoint &&
    one.levels.length === other.levels.length &&
    one.levels.every((level, column) => level === other.levels[column])
  );
}

/** Whether the source has any stroke to play. */
export function hasAnyStroke(what: BeatPlaybackSource, { beat, playlist }: PlaybackSourceContent): boolean {
  const beats = what === 'beat' ? [beat] : playlist.map(({ played }) => played);
  return beats.some(({ levels }) => levels.some((level) => level !== undefined));
}
