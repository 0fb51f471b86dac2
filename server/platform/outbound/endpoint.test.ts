import { describe, expect, it } from 'vitest';
import { callbackEndpoint } from './endpoint.ts';

const url = 'https://shop.example/pay/notify';

describe('a merchant’s endpoint', () => {
  it('is one address whatever its query, and another for each path of a host', () => {
    expect(callbackEndpoint(`${url}?order=1`)).toEqual(callbackEndpoint(`${url}?order=2`));
    expect(callbackEndpoint('https://shop.example/other')).not.toEqual(callbackEndpoint(url));
    expect(callbackEndpoint('https://SHOP.example:443/pay/notify')).toEqual(callbackEndpoint(url));
  });
});
