/** The addresses for those who have no account yet, or cannot get into theirs. */
import { limits } from '@waypost/contract/limits';
import { confirmPasswordReset, register, requestPasswordReset } from '@waypost/contract/registration';
import { Background } from '../kernel/background.ts';
import { Problem } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Throttle } from '../kernel/throttle.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { viewUser } from './people.view.ts';
import { confirmReset, sendReset } from './reset-password.ts';
import { registerUser } from './save-user.ts';

const registrations: Throttle = { name: 'register', most: limits.registrationsAMinute, seconds: 60 };
const resets: Throttle = {
  name: 'reset caller',
  most: limits.passwordResets.callerInTenMinutes,
  seconds: 600,
};

function mountRegister(mount: Mount): void {
  route(
    mount,
    register,
    async ({ tx, viewer, addresses, body }) =>
      viewUser(tx, viewer, addresses, await registerUser(tx, body), []),
    { throttle: registrations },
  );
}

function mountResets(mount: Mount, outbox: Outbox): void {
  const { app, db, publicUrl } = mount;
  const background = new Background((err) => app.log.error({ err }, 'a password reset was not sent'));
  app.addHook('onClose', () => background.idle());
  route(
    mount,
    requestPasswordReset,
    async ({ body, outcome }) => {
      const email = body.email?.trim();
      if (!email) throw new Problem('request.bad', { reason: 'the field "email" is missing' });
      outcome.onCommit(async () => background.start(() => sendReset(db, outbox, publicUrl, email)));
      return null;
    },
    { throttle: resets },
  );
  route(
    mount,
    confirmPasswordReset,
    async ({ tx, body }) => {
      await confirmReset(tx, body);
      return null;
    },
    { throttle: resets },
  );
}

export function mountRegistration(mount: Mount, outbox: Outbox): void {
  mountRegister(mount);
  mountResets(mount, outbox);
}
