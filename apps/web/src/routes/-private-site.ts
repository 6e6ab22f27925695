/** A private deployment is for those with an account: everybody else is asked to log in first (spec 1 §6). */
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { config } from '../api/config.ts';
import { rememberAddress } from '../api/remembered-address.ts';
import { currentAccount } from '../api/session.ts';

const open = /^\/(?:login|forgotpassword|verifier|404)(?:\/|$)/;

export function sendVisitorsToLogin({ pathname, href }: ParsedLocation): void {
  if (!config().site.private || currentAccount() || open.test(pathname)) return;
  rememberAddress(href);
  throw redirect({ to: '/login' });
}
