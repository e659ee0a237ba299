import { pointsToColumns, type ScriptPoint } from '@tactus/motion';
import { describe, expect, test } from 'vitest';
import { createStreamContent } from './stream-content.ts';

const points = Array.from({ length: 20 }, (_, index) => ({ t: index * 500, x: index % 2 === 0 ? 20 : 80 }));

/** The first points that are played, at most ten. */
function playedOf(content: ReturnType<typeof createStreamContent>): (ScriptPoint | undefined)[] {
  return Array.from({ length: 10 }, (_, index) => content.source().pointAt(index));
}

test('columns play like the same points in a list: looped, thinned, edited', () => {
  const [listed, columns] = [
    createStreamContent({ points }, false),
    createStreamContent({ points: pointsToColumns(points) }, false),
  ];
  const both = (act: (content: ReturnType<typeof createStreamContent>) => void) => {
    act(listed);
    act(columns);
    expect(playedOf(columns)).toEqual(playedOf(listed));
    expect(columns.span()).toEqual(listed.span());
    expect(columns.source().countUntil(2_300)).toBe(listed.source().countUntil(2_300));
  };
  both(() => undefined);
  both((content) => content.setLoop(true));
  both((content) => content.setLoop(false));
  both((content) => content.setMinGap(700));
  both((content) => content.setMinGap(0));
  both((content) =>
    content.replaceFrom(
      1_200,
      [
        { t: 1_300, x: 0 },
        { t: 9_000, x: 50 },
      ],
      0.2,
    ),
  );
  both((content) => content.replaceFrom(0, pointsToColumns(points.slice(2)), 0.2));
  both((content) => content.replaceFrom(3_000, pointsToColumns(points.slice(8)), 0.2));
});

test.each([
  ['times that fall', { timesMs: new Uint32Array([5, 4]), positions: new Uint8Array([0, 1]) }],
  ['positions above 100', { timesMs: new Uint32Array([4, 5]), positions: new Uint8Array([0, 101]) }],
  ['columns of two lengths', { timesMs: new Uint32Array([4, 5]), positions: new Uint8Array([0]) }],
])('%s are refused', (_, columns) => {
  expect(() => createStreamContent({ points: columns }, false)).toThrow(expect.objectContaining({ code: 'bad-input' }));
});

describe('times between whole milliseconds', () => {
  test('of a live source rise by any amount, also in two pushes', () => {
    const content = createStreamContent({ live: true }, false);
    for (const t of [10.6, 10.7, 10.9, 11.2]) content.push([{ t, x: 50 }]);
    expect(playedOf(content).flatMap((point) => point?.t ?? [])).toEqual([11, 11, 11, 11]);
    expect(() => content.push([{ t: 10.4, x: 50 }])).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });

  test('of replaced points may begin with the time of the edit', () => {
    const content = createStreamContent({ points }, false);
    content.replaceFrom(2_600.3, [{ t: 2_600.3, x: 50 }], 1);
    expect(content.span().lastMs).toBe(2_600);
  });

  test('below 0 are refused', () => {
    expect(() => createStreamContent({ points: [{ t: -0.2, x: 50 }] }, false)).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });
});
