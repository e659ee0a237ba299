import { describe, expect, test } from 'vitest';
import { isHexColor, isRgbColor, isWebAddress } from './validators.ts';

const CASES = [
  ['isHexColor', isHexColor, ['#fff', '#12AbEf'], ['fff', '#ffff', '#12abeg', '#1234567', '#12abef80', 'a#fff']],
  [
    'isRgbColor',
    isRgbColor,
    ['rgb(0,0,0)', 'rgb(12, 34, 255)'],
    ['rgb(256,0,0)', 'rgb(1,2)', 'rgba(1,2,3,1)', 'rgb(-1,0,0)'],
  ],
  [
    'address',
    isWebAddress,
    ['/api/v3', 'https://api.example/v3', 'http://127.0.0.1:8080'],
    ['//evil.example', 'api', 'javascript:alert(1)', 'ftp://a.b'],
  ],
] as const;

describe.each(CASES)('the validator %s', (_, isValid, good, bad) => {
  test.each(good)('takes %s', (text) => expect(isValid(text)).toBe(true));
  test.each(bad)('refuses %s', (text) => expect(isValid(text)).toBe(false));
  test('refuses nothing at all', () => expect(isValid('')).toBe(false));
});
