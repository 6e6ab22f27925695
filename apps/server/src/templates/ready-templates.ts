/** The templates that come with the program. */
import { parseTemplate } from '@waypost/contract/templates/parse-template';
import type { LocalTemplate } from '@waypost/contract/templates/template-format';
import type { TemplateSummary } from '@waypost/contract/templates/templates';
import blank from './library/blank.json' with { type: 'json' };
import cityRepairs from './library/city-repairs.json' with { type: 'json' };
import communitySafety from './library/community-safety.json' with { type: 'json' };
import disease from './library/disease.json' with { type: 'json' };
import earthquake from './library/earthquake.json' with { type: 'json' };
import election from './library/election.json' with { type: 'json' };
import flood from './library/flood.json' with { type: 'json' };
import humanRights from './library/human-rights.json' with { type: 'json' };
import waterPoints from './library/water-points.json' with { type: 'json' };
import wildfire from './library/wildfire.json' with { type: 'json' };

/** In the order in which they are offered. */
const library: ReadonlyMap<string, unknown> = new Map(
  Object.entries({
    flood,
    earthquake,
    wildfire,
    election,
    'water-points': waterPoints,
    'human-rights': humanRights,
    'community-safety': communitySafety,
    disease,
    'city-repairs': cityRepairs,
    blank,
  }),
);

/** A template by its name, in all its languages. */
export const findTemplate = (name: string): unknown => library.get(name);

/** The names of all templates, in the order in which they are offered. */
export const templateNames: readonly string[] = [...library.keys()];

const countCategories = ({ tags = [] }: LocalTemplate) =>
  tags.reduce((sum, { children }) => sum + 1 + children.length, 0);

/** The templates with their texts in one language. */
export const listTemplates = (language: string): TemplateSummary[] =>
  [...library].map(([name, file]) => {
    const { template, errors } = parseTemplate(file, language);
    if (errors) throw new TypeError(`the template ${name} is not valid: ${errors[0]?.field}`);
    return {
      name,
      title: template.title,
      description: template.description ?? '',
      icon: template.icon,
      color: template.color,
      forms: template.forms?.length ?? 0,
      tags: countCategories(template),
      roles: template.roles?.length ?? 0,
      savedsearches: template.savedsearches?.length ?? 0,
    };
  });
