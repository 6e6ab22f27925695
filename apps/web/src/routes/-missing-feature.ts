import { useMatches } from '@tanstack/react-router';
import { useConfig } from '../api/config.ts';
import { type FeatureName, hasFeature } from '../blocks/feature-notice/features.ts';

/** The feature that the current screen requires (`staticData.feature`) and the deployment's plan lacks; undefined if there is none. */
export function useMissingFeature(): FeatureName | undefined {
  const { features } = useConfig();
  const requiredFeatures = useMatches({
    select: (matches) => matches.flatMap((match) => match.staticData.feature ?? []),
  });
  return requiredFeatures.find((feature) => !hasFeature(features, feature));
}
