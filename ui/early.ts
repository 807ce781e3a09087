// Never loaded itself: what it imports is a file of its own, which runs before the rest of the code, and which a page to
// read fetches before anybody acts (ui/start.ts).
import "react-dom/client";
