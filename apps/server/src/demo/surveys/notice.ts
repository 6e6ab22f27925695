import type { Point } from '../cities.ts';
import {
  type AnswerContext,
  addHours,
  createCategoriesField,
  createDescriptionField,
  createTitleField,
  formatDay,
  type GeneratedAnswers,
  photoField,
  type SurveyPlan,
  withProbability,
} from './plan.ts';

const details = [
  '## What to bring\n\n- a hat\n- water\n- somebody who has not come before',
  '**Start:** when the bell rings.\n\nIf it rains, we meet _one week later_ at the same place.',
  '1. Come\n2. Register at the table\n3. Take your number',
];
/** Big Buck Bunny, which is free to share. */
const filmUrl = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ';

/** A hexagon of about 600 m around a place. */
function areaAround({ lat, lon }: Point): string {
  const corners = [0, 1, 2, 3, 4, 5, 0].map((corner) => {
    const angle = (corner * Math.PI) / 3;
    const east = (0.003 * Math.cos(angle)) / Math.cos((lat / 180) * Math.PI);
    return `${(lon + east).toFixed(5)} ${(lat + 0.003 * Math.sin(angle)).toFixed(5)}`;
  });
  return `POLYGON((${corners.join(',')}))`;
}

/** By story: a clean-up, a clinic, a water cut. */
const categories = [['drains', 'waste'], ['health'], ['drinking-water']];

function generateAnswers({ random, storyIndex, date, place, pickPicture }: AnswerContext): GeneratedAnswers {
  return {
    values: {
      place: [place],
      area: withProbability(random, 0.3, () => areaAround(place)),
      day: [formatDay(addHours(date, 24 * random.int(2, 12)))],
      details: withProbability(random, 0.6, () => random.pick(details)),
      link: withProbability(random, 0.2, () => 'https://example.org/notices'),
      video: withProbability(random, 0.06, () => filmUrl),
      photo: random.chance(0.3) ? [pickPicture('square')].filter((it) => it !== undefined) : [],
    },
    categories: categories[storyIndex] ?? [],
    completedTasks: [],
  };
}

/** Notices of the neighborhood. */
export const notice: SurveyPlan = {
  topic: 'notice',
  name: 'Community notice',
  description: 'Clean-ups, clinics, water cuts: written by volunteers for their neighborhood.',
  color: '#5BAA00',
  requireApproval: false,
  roles: ['volunteer', 'editor', 'verifier'],
  spreads: ['town', 'river'],
  tasks: [
    {
      label: 'Post',
      fields: [
        createTitleField('What is on?'),
        createDescriptionField('In two sentences'),
        { name: 'details', label: 'Details', input: 'markdown', type: 'markdown' },
        { name: 'day', label: 'On which day?', input: 'date', type: 'datetime', required: true },
        { name: 'place', label: 'Where do we meet?', input: 'location', type: 'point', required: true },
        { name: 'area', label: 'Streets concerned', input: 'location', type: 'geometry' },
        { name: 'link', label: 'More about it', input: 'text', type: 'link' },
        { name: 'video', label: 'Film', input: 'video', type: 'varchar' },
        createCategoriesField('health', 'drains', 'waste', 'drinking-water', 'school', 'roads'),
        photoField,
      ],
    },
  ],
  generateAnswers,
};
