import { describe, expect, test } from 'vitest';
import { address, date, email, hexColor, rgbColor, time } from './validators.ts';

const CASES = [
  [
    'date',
    date,
    ['2026/01/31', '2024/02/29', '1999/12/01'],
    ['2026/02/29', '2026/13/01', '2026/1/1', '2026-01-01', 'x'],
  ],
  ['time', time, ['0:00', '09:05', '23:59', '23:59:59'], ['24:00', '9:60', '9:5', '12', '12:00:60']],
  [
    'email',
    email,
    ['a@b.co', 'first.last+tag@mail.example.org', 'ø@blåbær.no'],
    ['a@b', 'a b@c.no', '@c.no', 'a@-c.no', 'a..b@c.no', 'a@c..no'],
  ],
  ['hexColor', hexColor, ['#fff', '#12AbEf'], ['fff', '#ffff', '#12abeg', '#1234567']],
  [
    'rgbColor',
    rgbColor,
    ['rgb(0,0,0)', 'rgb(12, 34, 255)'],
    ['rgb(256,0,0)', 'rgb(1,2)', 'rgba(1,2,3,1)', 'rgb(-1,0,0)'],
  ],
  [
    'address',
    address,
    ['/api/v3', 'https://api.example/v3', 'http://127.0.0.1:8080'],
    ['//evil.example', 'api', 'javascript:alert(1)', 'ftp://a.b'],
  ],
] as const;

describe.each(CASES)('the validator %s', (_, isValid, good, bad) => {
  test.each(good)('takes %s', (text) => expect(isValid(text)).toBe(true));
  test.each(bad)('refuses %s', (text) => expect(isValid(text)).toBe(false));
  test('refuses nothing at all', () => expect(isValid('')).toBe(false));
});
