// What is mended in libraries before they are bundled.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A patch that leaves nothing in the body of a function, which is indented so. */
function emptied(name, indent = "") {
  return [new RegExp(`^${indent}((?:async )?function ${name})\\([\\s\\S]*?^${indent}}$`, "m"), `${indent}$1() {}`];
}

/**
 * What is mended in libraries before they are bundled, by the path of their files. A patch that changes nothing fails
 * the build.
 *
 * What React Router exports and no page uses is dropped, 3 kB of each page. Its names for the developer tools and its
 * calls of forwardRef look like side effects, which would keep forms, other routers and their hooks; its links can
 * prefetch, which only its own framework does.
 *
 * No page has fetchers, actions, middleware, view transitions, suspense lists or activities, refs of fragments, elements
 * of its own, compiled memos, or preloads by React's own calls, none listens to events that React makes up of others, and
 * nobody reads which components stood around one that failed: what does their work is part of large modules, so it is
 * emptied, 14 kB of each page.
 *
 * React DOM becomes a module. As CommonJS it is one function, which browsers compile in the page's own thread when it is
 * called, 60 to 85 ms on a slow phone; a module is compiled beside it.
 *
 * A layer of Radix listens for Escape only some time after the one above it has gone, and a second quick Escape is lost:
 * each listens from the start, and the highest acts.
 */
const unusedInReact = [
  "startViewTransition",
  "measureViewTransitionHostInstancesRecursive",
  "applyViewTransitionToHostInstancesRecursive",
  "restoreViewTransitionName",
  "measureNestedViewTransitions",
  "commitDeletedPairViewTransitions",
  "commitExitViewTransitions",
  "commitAppearingPairViewTransitions",
  "ViewTransitionPseudoElement",
  "commitEnterViewTransitions",
  "applyViewTransitionName",
  "commitNestedViewTransitions",
  "restorePairedViewTransitions",
  "updateSuspenseListComponent",
  "updateActivityComponent",
  "mountActionState",
  "collectClientRects",
  "preload",
  "preloadModule",
  "preinitStyle",
  "preinitScript",
  "preinitModuleScript",
  "attemptExplicitHydrationTarget",
  "commitAfterMutationEffectsOnFiber",
  "defaultOnDefaultTransitionIndicator",
  "getStackByFiberInDevAndProd",
  "commitNewChildToFragmentInstances",
  "commitFragmentInstanceInsertionEffects",
  "commitFragmentInstanceDeletionEffects",
  "setPropOnCustomElement",
  "updateActionStateImpl",
  "rerenderActionState",
  "dispatchActionState",
  "runActionStateAction",
  "ensureFormComponentIsStateful",
  "TransitionAwareHostComponent",
  "useMemoCache",
  "findFirstSuspended",
  "cutOffTailIfNeeded",
  "restoreEnterOrExitViewTransitions",
  "restoreViewTransitionOnHostInstances",
  "createViewTransitionInstance",
  "deleteChildFromFragmentInstance",
  "schedulePendingIntersectionUnobserve",
  "preconnectAs",
  "estimateBandwidth",
];
/**
 * Each link says that the routes behind it may be asked for, and looks whether it is to fetch them before it is followed,
 * which only React Router's own framework does.
 */
const ofFramework = [
  [/^\t*"data-discover": .*$/gm, ""],
  [/(?<=let )\[(shouldPrefetch, prefetchRef, prefetchHandlers)\] = usePrefetchBehavior\(.*\)/, "$1"],
];
/** Nobody follows a link in the renderer. */
const click = [/(?<=let internalOnClick) = useLinkClickHandler\([^;]*\)/, ""];
/** A link to a plain path leads there from any page, so resolving it against the route, which useHref does for every link, is skipped. */
const href = [
  /(?<=^function useHref\(to, { relative } = {}\) {$)/m,
  String.raw`if (typeof to === "string" && /^(?=\/)(?:\/[\w-]+)*\/?(?:\?[^?#]+)?(?:#[^#]+)?$/.test(to)) return to;`,
];

const patches = {
  "react-router/dist/production/lib/": [
    ...ofFramework,
    [/^\w+\.displayName = .*$/gm, ""],
    [/(?=React\$1\.forwardRef\()/g, "/* @__PURE__ */ "],
    [/React\$1\.createElement\(PrefetchPageLinks, .*?\)/, "null"],
    [/if \((init|opts\?)\.instrumentations\)/g, "if (false)"],
    ...["handleFetcherAction", "handleFetcherLoader", "handleAction", "fetch", "discoverRoutes", "patchRoutes"].map(
      (name) => emptied(name, "\t"),
    ),
    emptied("runClientMiddlewarePipeline"),
  ],
  "react-dom/cjs/react-dom-client.production.js": [
    [/\brequire\("scheduler"\)/, "scheduler"],
    [/\brequire\("react"\)/, "react"],
    [/\brequire\("react-dom"\)/, "reactDom"],
    [/^exports\.(createRoot|hydrateRoot) = /gm, "export const $1 = "],
    [
      /^exports\.version = .*$/m,
      'import scheduler from "scheduler"; import react from "react"; import reactDom from "react-dom";',
    ],
    [/^ReactDOMSharedInternals\.findDOMNode = function[\s\S]*?^};$/m, ""],
    [/^if \("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__\) {[\s\S]*?^}$/m, ""],
    [/^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^};$/gm, ""],
    // Events made up of others, onSelect, onBeforeInput and onComposition…, and forms whose action is a function.
    [
      /^ {6}handleEventFunc = targetInst .*\n {6}switch \(domEventName\) {\n {8}case "focusin"[\s\S]*?^ {6}extractEvents\$1\([\s\S]*?^ {6}\);$/m,
      "",
    ],
    ...unusedInReact.map((name) => emptied(name)),
  ],
  "@radix-ui/react-dismissable-layer/dist/index.mjs": [
    [/(?<=if \(event\.key !== "Escape")(?=\) {)/, " || [...context.layers].at(-1) !== node"],
    [/if \(!isHighestLayer\) {\s*return;\s*}/, ""],
  ],
};
/** The plugins of esbuild that apply the patches, in the browser and, of those that the HTML shows of, in the renderer. */
export const patched = patching(patches);
export const patchedRenderer = patching({
  "react-router/dist/production/lib/dom/lib.js": [...ofFramework, click],
  "react-router/dist/production/lib/hooks.js": [href],
});

function patching(patches) {
  return { name: "patched", setup: (build) => patch(build, patches) };
}

function patch({ onLoad, onResolve, onEnd, resolve }, patches) {
  const unused = new Set(Object.values(patches).flat());
  onResolve({ filter: /^react-dom\/client$/ }, ({ kind, resolveDir }) =>
    resolve(fileURLToPath(new URL("../node_modules/react-dom/cjs/react-dom-client.production.js", import.meta.url)), {
      kind,
      resolveDir,
    }),
  );
  for (const [place, mended] of Object.entries(patches))
    onLoad({ filter: new RegExp(RegExp.escape(`/node_modules/${place}`)) }, async ({ path }) => {
      let contents = await readFile(path, "utf8");
      for (const patch of mended) {
        const before = contents;
        contents = contents.replace(...patch);
        if (contents !== before) unused.delete(patch);
      }
      return { contents, loader: "js" };
    });
  onEnd(() => ({
    errors: [...unused].map(([pattern]) => ({ text: `${pattern} matches nothing in the libraries.` })),
  }));
}
