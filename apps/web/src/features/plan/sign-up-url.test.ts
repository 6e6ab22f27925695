import { expect, test } from 'vitest';
import { buildSignUpUrl } from './sign-up-url.ts';

test('the address keeps what it has, and tells who asks for which plan', () => {
  const who = { username: 'ines+w@example.org', tier: 'level_1' };
  const address = buildSignUpUrl('https://cloud.example.org/settings/login?from=app', {
    ...who,
    hostname: 'river.example.org',
  });
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    from: 'app',
    subdomain: 'river',
    username: 'ines+w@example.org',
    tier: 'level_1',
  });
  for (const hostname of ['localhost', '127.0.0.1', '[::1]'])
    expect(
      new URL(buildSignUpUrl('https://cloud.example.org/', { ...who, hostname })).searchParams.get(
        'subdomain',
      ),
    ).toBe('');
});
