import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

it.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile', 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15', 'ios'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0', 'desktop'],
  ['', 'desktop'],
])('%j is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
