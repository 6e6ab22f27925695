import { useConfig } from '../../api/config.ts';
import { Avatar } from '../../ui/avatar.tsx';

/** A person's avatar; from Gravatar only where the deployment says so. Decoration: the name stands beside it. */
export function PersonAvatar(props: {
  hash: string | null | undefined;
  name: string | null | undefined;
  size?: number;
}) {
  const { site } = useConfig();
  return <Avatar {...props} remote={site.gravatar ?? false} />;
}
