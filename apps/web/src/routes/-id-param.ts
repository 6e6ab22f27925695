/** Validation of ids in URLs: digits only, anything else is an unknown URL. */
import { redirect } from '@tanstack/react-router';

/** @param pick returns the id from the route's params */
export const checkId =
  <Params>(pick: (params: Params) => string) =>
  ({ params }: { params: Params }): void => {
    if (!/^[1-9]\d{0,14}$/.test(pick(params))) throw redirect({ to: '/404', replace: true });
  };
