/** The addresses for those who have no account yet, or cannot get into theirs. */
import { limits } from '@waypost/contract/limits';
import { register } from '@waypost/contract/registration';
import { refused } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { viewUser } from './people.view.ts';
import { registerUser } from './save-user.ts';

export function mountRegistration(mount: Mount): void {
  route(
    mount,
    register,
    async ({ tx, viewer, addresses, body }) => {
      // Those who have signed in get past the guard of a closed deployment, but make no accounts there.
      if (await mount.isClosed(tx)) throw refused(viewer, 'register', 'users');
      return viewUser(viewer, addresses, await registerUser(tx, body));
    },
    { name: 'register', most: limits.registrationsAMinute, seconds: 60 },
  );
}
