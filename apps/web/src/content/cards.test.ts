import { describe, expect, test } from 'vitest';
import { fetchCards, parseCards } from './cards.ts';

const card = { id: 'a', title: 'A', text: 'Words', url: 'https://a.example/x', tags: ['free'] };
const answer =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));

describe('cards', () => {
  test('are read liberally: invalid entries are skipped, and unknown fields are ignored', () => {
    const bad = [
      null,
      7,
      { ...card, url: 'javascript:alert(1)' },
      { ...card, url: '//evil.example' },
      { ...card, url: 'http://a.example' },
      { ...card, title: ' ' },
      { ...card, id: 4 },
    ];
    const odd = { ...card, id: 'b', url: '/local', licence: 7, tags: 'all', colour: 'red' };
    expect(parseCards({ cards: [...bad, card, odd] })).toEqual([card, { ...card, id: 'b', url: '/local', tags: [] }]);
  });

  test.each([undefined, null, [], 'x', { cards: 'x' }])('from anything but a list are none: %j', (value) => {
    expect(parseCards(value)).toEqual([]);
  });

  test('are fetched by the name of their list; a server without it is an error', async () => {
    const requests: string[] = [];
    const fetch = (url: string | URL | Request) => {
      requests.push(String(url));
      return answer({ cards: [card] })();
    };
    const { signal } = new AbortController();
    expect(await fetchCards('community', fetch, signal)).toEqual([card]);
    expect(requests).toEqual(['/content/community.json']);
    await expect(fetchCards('partners', answer({}, 404), signal)).rejects.toThrow('404');
  });
});
