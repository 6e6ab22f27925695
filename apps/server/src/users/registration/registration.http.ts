/** HTTP routes of registration and password reset (API v3 §2.7). */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import { confirmPasswordReset, register, requestPasswordReset } from '@waypost/contract/users/registration';
import { BackgroundTasks } from '../../kernel/background-tasks.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { type MountContext, route } from '../../kernel/http/route.ts';
import type { Throttle } from '../../kernel/limits/throttle.ts';
import type { Outbox } from '../../mail/mail.public.ts';
import { viewUser } from '../users.view.ts';
import { registerUser, sendAlreadyRegisteredMail } from './register-user.ts';
import { resetPassword, sendPasswordReset } from './reset-password.ts';

const registrationThrottle: Throttle = {
  name: 'register',
  maxAttempts: attemptLimits.registrationsPerMinute,
  windowSeconds: 60,
  // A form that was sent with a mistake is sent again at once.
  validInputOnly: true,
};
const passwordResetThrottle: Throttle = {
  name: 'reset caller',
  maxAttempts: attemptLimits.passwordResets.perIpAddressPerTenMinutes,
  windowSeconds: 600,
};

function mountRegister(mount: MountContext, outbox: Outbox): void {
  const { app, db, publicUrl } = mount;
  const background = new BackgroundTasks((err) =>
    app.log.error({ err }, 'could not send the mail about a registered address'),
  );
  app.addHook('onClose', () => background.waitUntilIdle());
  route(
    mount,
    register,
    async ({ tx, viewer, urls, body, txHooks }) => {
      const { user, isNew } = await registerUser(tx, body);
      if (!isNew)
        txHooks.onCommit(async () =>
          background.start(() => sendAlreadyRegisteredMail(db, outbox, publicUrl, user.email)),
        );
      // Read for every address alike, so that the answer does not reveal whether there is an account.
      const owner_notice = await outbox.delivery(tx);
      return { ...(await viewUser(tx, viewer, urls, user, [])), owner_notice };
    },
    { throttle: registrationThrottle },
  );
}

function mountResets(mount: MountContext, outbox: Outbox): void {
  const { app, db, publicUrl } = mount;
  const background = new BackgroundTasks((err) => app.log.error({ err }, 'could not send a password reset'));
  app.addHook('onClose', () => background.waitUntilIdle());
  route(
    mount,
    requestPasswordReset,
    async ({ body, txHooks }) => {
      const email = body.email?.trim();
      if (!email) throw new Problem('request.bad', { reason: 'the field "email" is missing' });
      txHooks.onCommit(async () => background.start(() => sendPasswordReset(db, outbox, publicUrl, email)));
      return null;
    },
    { throttle: passwordResetThrottle },
  );
  route(
    mount,
    confirmPasswordReset,
    async ({ tx, body }) => {
      await resetPassword(tx, body);
      return null;
    },
    { throttle: passwordResetThrottle },
  );
}

/** Mounts the routes of registration and password reset. */
export function mountRegistration(mount: MountContext, outbox: Outbox): void {
  mountRegister(mount, outbox);
  mountResets(mount, outbox);
}
