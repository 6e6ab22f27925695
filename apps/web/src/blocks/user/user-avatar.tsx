import { useConfig } from '../../api/config.ts';
import { Avatar } from '../../ui/display/avatar.tsx';

/** A person's avatar; from Gravatar only if the deployment allows it. Decorative: the name stands beside it. */
export function UserAvatar(props: {
  hash: string | null | undefined;
  name: string | null | undefined;
  size?: number;
}) {
  const { site } = useConfig();
  return <Avatar {...props} usesGravatar={site.gravatar ?? false} />;
}
