/** An id in an address is digits; anything else is no address of ours. */
import { redirect } from '@tanstack/react-router';

/** @param pick the id among the route's params */
export const checkId =
  <Params>(pick: (params: Params) => string) =>
  ({ params }: { params: Params }): void => {
    if (!/^[1-9]\d{0,14}$/.test(pick(params))) throw redirect({ to: '/404', replace: true });
  };
