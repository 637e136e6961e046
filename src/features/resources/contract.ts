/** What members find on the page of resources, and how admins change it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { outsideUrl } from '#kit/outside-url.ts';
import { requiredText, text } from '#kit/text.ts';

/** Places that the chapter's settings name: a resource follows them. */
export const settingsPlaces = [
  'localPlatform',
  'networkHub',
  'learningCentre',
  'chapterSite',
] as const;
export type SettingsPlace = (typeof settingsPlaces)[number];

/** Where a resource leads. `none`: nowhere yet; it is shown as coming soon. */
const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum([...settingsPlaces, 'calendar', 'none']) }),
  z.strictObject({ kind: z.literal('address'), url: outsideUrl }),
]);
export type Destination = z.output<typeof destination>;

export const maxCategoryLength = 40;
export const maxTitleLength = 100;
export const maxDescriptionLength = 300;
export const maxResources = 50;

export const resourceEntry = z.strictObject({
  /** Resources of one category stand together, where the first of them stands. */
  category: requiredText(maxCategoryLength, 'Category is required'),
  title: requiredText(maxTitleLength, 'Title is required'),
  description: text(maxDescriptionLength),
  leadsTo: destination,
});
export type ResourceEntry = z.output<typeof resourceEntry>;

const resource = z.object({
  category: z.string(),
  title: z.string(),
  description: z.string(),
  leadsTo: destination,
  /** The address outside that it leads to now; null for the calendar, and where there is none. */
  href: z.nullable(z.string()),
});
export type Resource = z.output<typeof resource>;

const resourceList = z.object({
  items: z.array(resource),
  /** 0 while it is the list that every chapter begins with. */
  version: z.int(),
});
export type ResourceList = z.output<typeof resourceList>;

const version = (reply: ResourceList) => reply.version;
const tag = 'Resources';

export const resourceCalls = {
  list: endpoint({
    method: 'GET',
    path: '/resources',
    tag,
    summary: "List the chapter's resources, in order",
    policy: 'member',
    reply: resourceList,
    version,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/resources',
    tag,
    summary: "Replace the chapter's resources, in order",
    policy: 'admin',
    body: z.strictObject({
      items: z
        .array(resourceEntry)
        .check(z.maxLength(maxResources, `At most ${maxResources} resources`)),
    }),
    reply: resourceList,
    version,
  }),
};
