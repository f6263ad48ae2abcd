/* SPDX-License-Identifier: BSD-3-Clause */

/* XML of robots through TinyXML, which knows lines, and errors about it. */

#ifndef ARM_ROBOT_XML_HPP
#define ARM_ROBOT_XML_HPP

#include <cstdio>
#include <stdexcept>
#include <string>
#include <tinyxml.h>

#include "robot.h"
#include "robot_text.h"

/* TinyXML calls itself for each level and has no limit. */
const int MOST_XML_LEVELS = 100;

/* Counts how deep elements of a text are nested; tags may be wrong, TinyXML reports so later. */
int levelsOf(const std::string &text);

/* Returns the line of an error: 1 for an empty document, for which TinyXML has 0. */
int lineOfError(const TiXmlDocument &document);

/* Returns the capsule of a collision element, or null. */
TiXmlElement *capsuleOf(TiXmlElement &collision);

/* Returns true if a joint's parent is a link world that is not there, as Drake allows. */
bool impliesWorld(const TiXmlElement &robot);

/* An error as it is shown: "file:line: ...". */
struct Complaint : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class RobotXml {
 public:
  RobotXml(const robot_texts *texts, const std::string &file);

  /* The one element at the top, <robot>. */
  const TiXmlElement &root() const { return *document_.RootElement(); }

  /* The text for urdfdom, without parts that do not concern contacts and may be wrong there: visuals, inertias,
     materials, dynamics.  A capsule, which it does not know, is a cylinder in it; each joint has a limit. */
  std::string collisionText() const;

  /* True if the text is what the program xacro made of the file; lines are that text's. */
  bool isExpanded() const { return expanded_; }

  const std::string &file() const { return file_; }

  [[noreturn]] void complain(const TiXmlElement &at, const std::string &what) const;

  /* An attribute that has to be there, and not empty. */
  std::string attribute(const TiXmlElement &at, const char *name) const;

  /* A finite number. */
  double number(const TiXmlElement &at, const char *name) const;

 private:
  void parse();

  /* True if the text has an expression of xacro, which may be of a property or an argument. */
  bool usesProperties() const;

  /* The first element for xacro that is needed, null if there is none. */
  static const TiXmlElement *xacroIn(const TiXmlElement &at, bool usesProperties);
  void expand(const TiXmlElement &at);

  std::string file_, text_;
  bool expanded_ = false;
  TiXmlDocument document_;
};

/* Calls what reads a file, and returns true; or false after an exception, with its text as one line. */
template <typename Read>
bool readOrComplain(const char *file, char *error, size_t size, Read read) {
  try {
    read();
    return true;
  } catch (const Complaint &complaint) {
    std::snprintf(error, size, "%s", complaint.what());
  } catch (const std::exception &failure) {
    std::snprintf(error, size, "%s: %s", file, failure.what());
  }
  robot_one_line(error);
  return false;
}

/* Checks what urdfdom passes over without a word: elements that it does not know where solids may be, second ones where
   it reads the first, links that no joints lead to, two of one name.  Throws a Complaint.  Notes elements that are
   known not to concern contacts, and the ones that the caller wants ignored. */
void checkUrdf(const RobotXml &xml, robot *arm);

#endif /* ARM_ROBOT_XML_HPP */
