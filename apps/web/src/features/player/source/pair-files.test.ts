import { describe, expect, test } from 'vitest';
import { kindOfFile } from './file-kind.ts';
import { pairFiles } from './pair-files.ts';

const files = (...names: string[]) => names.map((name) => ({ name, type: '' }));
const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);

describe('files that belong together', () => {
  test('a script of the same name is first, then its variants, then the others', () => {
    const { media, scripts, fitting } = pairFiles(
      files('another.funscript', 'Ride (soft).funscript', 'ride.mp4', 'RIDE.funscript', 'rides.csv'),
    );
    expect(names(media)).toEqual(['ride.mp4']);
    expect(names(scripts)).toEqual(['RIDE.funscript', 'Ride (soft).funscript', 'another.funscript', 'rides.csv']);
    expect(fitting).toBe(2);
  });

  test('of several media the chosen one decides', () => {
    const all = files('a.mp4', 'b.mp3', 'a.csv', 'b.csv', 'b.srt');
    expect(names(pairFiles(all).scripts)).toEqual(['a.csv', 'b.csv']);
    expect(pairFiles(all).subtitles).toBeUndefined();
    expect(pairFiles(all).otherSubtitles).toEqual([]);
    expect(names(pairFiles(all, 'b.mp3').scripts)).toEqual(['b.csv', 'a.csv']);
    expect(pairFiles(all, 'b.mp3').subtitles?.name).toBe('b.srt');
  });

  test('a file for another axis beside the script is not taken for a variant of it', () => {
    const { scripts, fitting, otherAxes } = pairFiles(
      files('a.mp4', 'a.roll.funscript', 'a.funscript', 'a.soft.funscript'),
    );
    expect(names(scripts)).toEqual(['a.funscript', 'a.soft.funscript']);
    expect(fitting).toBe(2);
    expect(names(otherAxes)).toEqual(['a.roll.funscript']);
  });

  test('a script with the whole name of a film is its script, also where the name ends like an axis', () => {
    const { scripts, fitting, otherAxes } = pairFiles(
      files('Drum.Roll.mp4', 'DRUM.Roll.funscript', 'Drum.Roll.pitch.funscript'),
    );
    expect([names(scripts), fitting, names(otherAxes)]).toEqual([
      ...[['DRUM.Roll.funscript'], 1, ['Drum.Roll.pitch.funscript']],
    ]);
  });

  test('a script needs no medium, and useless files are named', () => {
    const { media, scripts, unknown } = pairFiles(files('a.csv', 'notes.pdf'));
    expect(media).toEqual([]);
    expect(names(scripts)).toEqual(['a.csv']);
    expect(names(unknown)).toEqual(['notes.pdf']);
  });
});

test('a file without a known extension has the kind of its media type', () => {
  expect(kindOfFile({ name: 'clip', type: 'video/x' })).toBe('video');
  expect(kindOfFile({ name: 'clip', type: 'audio/x' })).toBe('audio');
  expect(kindOfFile({ name: 'clip', type: '' })).toBe('unknown');
});
