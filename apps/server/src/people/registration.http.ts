/** The addresses for those who have no account yet, or cannot get into theirs. */
import { limits } from '@waypost/contract/limits';
import { confirmPasswordReset, register, requestPasswordReset } from '@waypost/contract/registration';
import { Background } from '../kernel/background.ts';
import { Problem } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Throttle } from '../kernel/throttle.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { viewUser } from './people.view.ts';
import { registerUser, tellOwner } from './register-user.ts';
import { confirmReset, sendReset } from './reset-password.ts';

const registrations: Throttle = { name: 'register', most: limits.registrationsAMinute, seconds: 60 };
const resets: Throttle = {
  name: 'reset caller',
  most: limits.passwordResets.callerInTenMinutes,
  seconds: 600,
};

function mountRegister(mount: Mount, outbox: Outbox): void {
  const { app, db, publicUrl } = mount;
  const background = new Background((err) => app.log.error({ err }, 'the owner of an address was not told'));
  app.addHook('onClose', () => background.idle());
  route(
    mount,
    register,
    async ({ tx, viewer, addresses, body, outcome }) => {
      const { user, isNew } = await registerUser(tx, body);
      if (!isNew)
        outcome.onCommit(async () => background.start(() => tellOwner(db, outbox, publicUrl, user.email)));
      // Asked for every address alike: the answer tells nothing of this one.
      const owner_notice = await outbox.delivery(tx);
      return { ...(await viewUser(tx, viewer, addresses, user, [])), owner_notice };
    },
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
  mountRegister(mount, outbox);
  mountResets(mount, outbox);
}
