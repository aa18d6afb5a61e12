# The front door. CMake does the building; `make help` lists what there is.

BUILD := build
JOBS := $(shell nproc 2>/dev/null || echo 2)
GENERATOR := $(if $(shell command -v ninja),-G Ninja)
DEMO := out/heap

.PHONY: all program demo python docs test coverage install uninstall clean help
.PHONY: verify verify-long verify-address verify-threads

all: program
	@echo "Built $(BUILD)/repose. Try: make demo"

# Installs nothing; what is missing is said by name.
program: $(BUILD)/CMakeCache.txt
	@cmake --build $(BUILD) --target repose -j $(JOBS)

$(BUILD)/CMakeCache.txt:
	@for tool in cc:gcc cmake:cmake pkg-config:pkg-config; do \
	    command -v $${tool%%:*} >/dev/null || lacking="$$lacking $${tool##*:}"; \
	done; \
	if [ -n "$$lacking" ]; then \
	    echo "Missing:$$lacking"; \
	    echo "On Debian or Ubuntu:  sudo apt-get install$$lacking   or let tools/install do it."; \
	    exit 1; \
	fi
	@cmake -S . -B $(BUILD) $(GENERATOR) -DCMAKE_BUILD_TYPE=Release || { rm -f $@; exit 1; }

demo:
	@tools/install build
	@$(MAKE) --no-print-directory program
	$(BUILD)/repose run examples/heap.yaml -o $(DEMO) --force
	$(BUILD)/repose plot $(DEMO) frame -o $(DEMO)/heap.png
	@echo "Frames:  $(DEMO)/frames.pvd (open with ParaView)"
	@echo "Series:  $(DEMO)/series.csv"
	@echo "Picture: $(DEMO)/heap.png"

# A wheel with the library inside: pip install build/repose-*.whl
python: $(BUILD)/CMakeCache.txt
	@cmake --build $(BUILD) --target repose_shared -j $(JOBS)
	@tools/build-wheel $(BUILD)

# The site of docs/: runs what its pages show, draws their pictures.
docs:
	@tools/install docs
	@$(MAKE) --no-print-directory program
	@REPOSE=$(BUILD)/repose tools/make-docs

# First tier: everything that fits ten minutes.
test:
	@tools/install test
	@$(MAKE) --no-print-directory $(BUILD)/CMakeCache.txt
	@cmake -S . -B $(BUILD) -DREPOSE_TESTS=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@tools/run-tests $(BUILD) -LE verify

# Second tier, in parts that may be run one by one; docs/verification.md has the figures of each, with its commit.
verify:
	@failed=0; \
	for part in long address threads; do $(MAKE) --no-print-directory verify-$$part || failed=1; done; \
	exit $$failed

# The tests named *_verify, or those that match TESTS; among them a minute of each fuzz target, built by clang.
verify-long:
	@tools/install verify
	@$(MAKE) --no-print-directory $(BUILD)/CMakeCache.txt
	@cmake -S . -B $(BUILD) -DREPOSE_TESTS=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@cmake --preset fuzz >/dev/null
	@cmake --build build-fuzz -j $(JOBS)
	@tools/run-tests $(BUILD) --report docs/verification.md -L verify $(if $(TESTS),-R '$(TESTS)')

# The first tier and every example under the address and undefined-behaviour sanitizers.
verify-address:
	@tools/install verify
	@cmake --preset asan >/dev/null
	@cmake --build build-asan -j $(JOBS)
	@failed=0; \
	tools/run-tests build-asan --report docs/verification.md --row 'first tier, address sanitizer' \
	    -LE verify || failed=1; \
	tools/run-tests build-asan --report docs/verification.md --row 'examples, address sanitizer' \
	    -R '^faults/test_examples_verify' || failed=1; \
	exit $$failed

# The tests of determinism under the thread sanitizer; archer tells it what OpenMP does.
verify-threads:
	@tools/install verify
	@cmake --preset tsan >/dev/null
	@cmake --build build-tsan -j $(JOBS)
	@OMP_TOOL_LIBRARIES="$$(clang -print-resource-dir)/../../libarcher.so" TSAN_OPTIONS=ignore_noninstrumented_modules=1 \
	    tools/run-tests build-tsan --report docs/verification.md --row 'determinism, thread sanitizer' -R '^determinism/'

# Which branches the first tier takes, by rooms; at least 90 % in each. The tests run slower than in a release.
coverage:
	@tools/install test
	@cmake --preset coverage >/dev/null
	@cmake --build build-coverage -j $(JOBS)
	@find build-coverage -name '*.gcda' -delete
	@failed=0; \
	tools/run-tests build-coverage -LE verify -E '^(rules|install)/' || failed=1; \
	tools/print-coverage build-coverage || failed=1; \
	exit $$failed

install: program
	@cmake --build $(BUILD) -j $(JOBS)
	@cmake --install $(BUILD) $(if $(PREFIX),--prefix $(PREFIX))

uninstall:
	@cmake -DMANIFEST=$(BUILD)/install_manifest.txt -P cmake/uninstall.cmake

clean:
	rm -rf build build-debug build-asan build-tsan build-fuzz build-coverage out

help:
	@echo "make           build $(BUILD)/repose; installs nothing"
	@echo "make demo      install what is needed, build, run and draw a heap of grains"
	@echo "make python    build a wheel for pip with the library inside"
	@echo "make docs      build the site of docs/ in out/docs/site"
	@echo "make test      first tier of tests"
	@echo "make verify    second tier: verify-long (TESTS=regex for some), verify-address, verify-threads"
	@echo "make coverage  which branches the first tier takes, by rooms"
	@echo "make install   install program, library, headers, manual, completions, docs (PREFIX=/usr/local)"
	@echo "make uninstall remove what the last make install of this build put down"
	@echo "make clean     remove everything built"
