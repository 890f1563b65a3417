/** The pages of the site in the order of the navigation. Entries and rules follow by themselves. */
export const NAVIGATION = [
  [
    'Start',
    [
      ['/', 'Quick start'],
      ['/errors/', 'Look up an error'],
      ['/catalogue/', 'What is retired'],
      ['/playground/', 'Playground'],
      ['/new-user/', 'A first run'],
      ['/faq/', 'Questions'],
    ],
  ],
  [
    'Guides',
    [
      ['/scan/', 'Reports and configuration'],
      ['/migrate/', 'Migrations'],
      ['/pull-requests/', 'Pull requests'],
      ['/fleet/', 'Many repositories'],
      ['/scale/', 'What many repositories cost'],
      ['/ci/', 'CI'],
      ['/eslint/', 'ESLint'],
      ['/editors/', 'Editors'],
      ['/agents/', 'Coding agents'],
    ],
  ],
  [
    'Tools',
    [
      ['/library/', 'Library'],
      ['/emulator/', 'Emulated API'],
      ['/expression/', 'Rule expressions'],
      ['/owasp/', 'OWASP Core Ruleset'],
      ['/catalogue-files/', 'Catalogue files'],
    ],
  ],
  [
    'Project',
    [
      ['/comparison/', 'Comparison'],
      ['/case-studies/', 'Case studies'],
      ['/security/', 'Security'],
      ['/proof/', 'Proof'],
      ['/architecture/', 'Architecture'],
    ],
  ],
];
