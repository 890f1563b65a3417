/** What to do about the reasons for which a call is left to a person. */

interface ReasonAction {
  /** The reason contains one of these texts. */
  readonly of: readonly string[];
  readonly action: string;
}

/** The first that fits counts. */
const ACTIONS: readonly ReasonAction[] = [
  {
    of: ['needs evidence: nothing proves that the request goes'],
    action:
      'Check where the client sends its requests. If it is Cloudflare, name it under `clients` in the configuration, or migrate by the brief.',
  },
  {
    of: ['needs evidence: it is passed to a module'],
    action: 'Open the module, check what it does with the value, and migrate both together.',
  },
  {
    of: ['needs evidence: nothing sends this expression'],
    action: 'Change the expression if rules are made from it; leave it if it is only an example.',
  },
  {
    of: ['its method is not written', 'its method cannot be told', 'the method is not written'],
    action:
      'Follow the call to its sender and see which method each caller passes; migrate each caller with the request for its method.',
  },
  {
    of: [
      'the call that sends it is somewhere else',
      'what sends it is not declared',
      'another package',
      'stands elsewhere',
    ],
    action:
      'Open the function that sends the request, and change the callers; add a function for the new requests beside it.',
  },
  {
    of: [
      'its client cannot send',
      'what is called cannot be handed',
      'its request cannot be written for the zone alone',
      'what its method post takes',
    ],
    action:
      'Add a function beside the sender that sends the missing methods in the same way, with the same errors.',
  },
  {
    of: [
      'what the call gives back cannot be told',
      'what becomes of',
      'its answer goes where',
      'what it prints',
      'the whole answer is printed',
      'is returned',
    ],
    action:
      'Find who uses the answer. Give them the fields that they read, made from the new answer, or change what they read.',
  },
  {
    of: ['no counterpart', 'has another place in a rule', 'has another place now', 'another form now'],
    action:
      'Look up each field that is read in the brief; replace what has moved, and remove the code that needs what is gone. `success` of a DELETE is still there.',
  },
  {
    of: ['its ids are used in'],
    action: 'Migrate both calls together: ids of the old and the new API are not interchangeable.',
  },
  {
    of: ['it goes through pages', 'its query', 'what it asks for is put together'],
    action: 'Ask once, without query, and select in code. There are no pages any more.',
  },
  {
    of: [
      'filters are parts of rules',
      'the expression of its filter',
      'it has no filter',
      'as a filter',
      'its rule was not found',
    ],
    action: 'Find the filter that belongs to the rule, and write its expression into the rule.',
  },
  {
    of: ['priority needs a person', 'allows goes to another place', 'may be allow'],
    action:
      'Decide the order of the rules: a rule that allows becomes a skip, and stands before the rules that it skips.',
  },
  {
    of: ['under attack mode'],
    action:
      'Delete the call where it only sets a level. Where it ends Under Attack mode, decide how the zone leaves it: off switches the protection off.',
  },
  {
    of: ['bypass'],
    action:
      'Name the products and phases that the skip rule skips: waf is http_request_firewall_managed, rateLimit is http_ratelimit.',
  },
  {
    of: ['what it counts by'],
    action: 'Choose ratelimit.characteristics: cf.colo.id, and ip.src or cf.unique_visitor_id.',
  },
  {
    of: ['the redirect needs the name of the zone'],
    action:
      'GET /zones/{zone_id} has the name (result.name); "status": "off" is the deletion of the redirect rule.',
  },
  {
    of: ['name of the zone', 'the base name is the zone itself', 'whose name is not known'],
    action: 'Take the name of the zone from GET /zones/{zone_id} (result.name).',
  },
  {
    of: ['version of the SDK'],
    action: 'Update the SDK to a version with methods for rulesets, or send the requests without it.',
  },
  {
    of: [
      'what it sends',
      'the body',
      'its body',
      'what is sent',
      'written out',
      'put together',
      'only known at run time',
      'known at run time',
    ],
    action: 'Follow the body to where its fields are set, and write each one in its new place.',
  },
  {
    of: ['its path', 'the path', 'its address', 'the address'],
    action: 'Find where the path is put together, and write the paths of the new requests there.',
  },
  {
    of: ['do not know', 'does not know this form', 'no codemod exists', 'not rewrite infrastructure'],
    action: 'Migrate it by the brief.',
  },
];

/** What to do where a call stays for this reason; null if the reason says it itself. */
export function actionFor(reason: string): string | null {
  const text = reason.toLowerCase();
  return ACTIONS.find(({ of }) => of.some((one) => text.includes(one.toLowerCase())))?.action ?? null;
}
