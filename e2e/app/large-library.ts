/** How many entries the export of `largeLibrary` has. */
export const LARGE_LIBRARY = 2_000;

/** An export of the library with so many entries, each with a script of its own. */
export function largeLibrary(): Buffer {
  const numbers = Array.from({ length: LARGE_LIBRARY }, (_, index) => index);
  const texts = Object.fromEntries(numbers.map((index) => [`seed-${index}`, `0,${index % 90}\n${500 + index},90\n`]));
  const thumbnail = (index: number) =>
    Buffer.from(
      Array.from({ length: 60 }, (_, column) => [(index + column * 3) % 200, column % 40, 60 + (column % 40)]).flat(),
    ).toString('base64');
  const entries = numbers.map((index) => ({
    ...{ version: 1, id: `entry-${index}`, title: `Ride ${index}`, addedAtMs: index, durationMs: 600_000 + index },
    tags: [index % 2 ? 'slow' : 'fast', `set ${index % 10}`],
    medium: { name: `ride-${index}.mp4`, type: 'video/mp4', size: 1_000 + index },
    scripts: [{ name: `ride-${index}.csv`, type: 'text/csv', hash: `seed-${index}` }],
    thumbnail: thumbnail(index),
  }));
  return Buffer.from(JSON.stringify({ app: 'tactus-library', version: 1, entries, playlists: [], texts, damaged: [] }));
}
