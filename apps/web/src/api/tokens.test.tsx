import { afterEach, expect, test, vi } from 'vitest';
import { fetchVisitorToken, type KeptToken, storedToken } from './tokens.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  storedToken.set(null);
});

test('a visitor’s token that arrives after a login does not replace the account’s', async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const fetching = fetchVisitorToken();
  const account: KeptToken = { accessToken: 'account', expires: Date.now() + 60_000, grant: 'password' };
  storedToken.set(account);
  await vi.waitFor(() =>
    answer(Response.json({ token_type: 'Bearer', access_token: 'visitor', expires_in: 3600 })),
  );
  await fetching;
  expect(storedToken.get()).toEqual(account);
});
